//! Every text that people see, English and Chinese side by side.
//!
//! No character here is of ambiguous width (`·`, `×`, `…`), so that columns stay in line on
//! every terminal.

use super::Text;

/// Makes a constant of each row, and for the tests the list of all.
macro_rules! texts {
    ($($(#[$doc:meta])* $name:ident = $en:literal, $zh:literal;)*) => {
        $(
            #[doc = concat!("```text\n", $en, "\n```")]
            pub const $name: Text = Text { en: $en, zh: $zh };
        )*
        #[cfg(test)]
        const ALL: &[(&str, Text)] = &[$((stringify!($name), $name),)*];
    };
}

/// Every text with its name.
#[cfg(test)]
pub(crate) fn all() -> impl Iterator<Item = (&'static str, Text)> {
    ALL.iter().copied()
}

// Games, sides and players
texts! {
    TITLE = "{0}, {1}", "{0}，{1}";
    TIC_TAC_TOE = "tic-tac-toe", "井字棋";
    GOMOKU = "gomoku {0}x{1}", "五子棋 {0}x{1}";
    IN_A_ROW = "{0}x{1}, {2} in a row", "{0}x{1}，{2} 子连线";
    FREESTYLE = "freestyle", "自由规则";
    STANDARD = "exactly five wins", "恰好五子获胜";
    RENJU = "renju", "连珠规则";
    CARO = "caro: exactly five, not closed at both ends", "caro：恰好五子且两端未被堵死";
    CARO_OVERLINE = "caro: five or more, not closed at both ends", "caro：五子以上且两端未被堵死";
    BLACK = "Black (X)", "黑方 (X)";
    WHITE = "White (O)", "白方 (O)";
    HUMAN = "human", "玩家";
    ENGINE = "engine, level {0}", "引擎，{0} 级";
    ENGINE_SEAT = "engine", "引擎";
    SEAT = "{0}: {1}", "{0}：{1}";

    // The game goes on
    PLAYED = "{0} plays {1}", "{0} 落子 {1}";
    PLAYED_THOUGHT = "{0} plays {1}: {2}", "{0} 落子 {1}：{2}";
    THOUGHT = "depth {0}, {1}, {2} nodes, {3} s", "深度 {0}，{1}，{2} 个节点，{3} 秒";
    THOUGHT_AT_ONCE = "without a search", "无需搜索";
    SCORE = "score {0}", "评分 {0}";
    WIN_IN = "win in {0}", "{0} 步内必胜";
    LOSS_IN = "loss in {0}", "{0} 步内必败";
    ENGINE_ON = "Engine on {0}: {1}", "引擎评 {0}：{1}";
    MOVE_NUMBER = "Move {0}", "第 {0} 手";
    TO_MOVE = "{0} to move.", "轮到 {0}。";
    YOUR_MOVE = "{0}, your move: ", "{0}，请落子：";
    ROW_WINS = "{0} wins: {1}.", "{0} 获胜：{1}。";
    DRAW = "A draw: nobody has a row.", "和棋：无人连成一线。";
    RESIGNED = "{0} resigns, {1} wins.", "{0} 认输，{1} 获胜。";
    GAME_OVER_PROMPT = "new, undo, save FILE or quit: ", "new、undo、save 文件 或 quit：";
    ANY_PROMPT = "> ", "> ";
    TYPE_HELP = "Type help for the commands.", "输入 help 查看命令。";
    THINKING = "thinking", "思考中";
    THINKING_LINE = "{0} {1} s", "{0} {1} 秒";
    THINKING_BEST = "{0} {1} s: {2}, depth {3}, {4}, {5} nodes", "{0} {1} 秒：{2}，深度 {3}，{4}，{5} 个节点";
    MOVE_NOW = " (Enter: move now)", "（回车：立即落子）";

    // Answers
    UNDONE = "Moves taken back: {0}.", "已悔棋 {0} 手。";
    UNRESIGNED = "The resignation is taken back.", "已取消认输。";
    REDONE = "Moves played again: {0}.", "已重做 {0} 手。";
    HINT = "Hint: {0}: {1}", "提示：{0}：{1}";
    NEW_GAME = "A new game.", "新的一局。";
    SEATED = "{0}, {1}.", "{0}，{1}。";
    YOUR_SIDE = "You play {0} now.", "您现在执 {0}。";
    LEVEL_IS = "Level {0}.", "{0} 级。";
    LEVEL_WITH_LIMITS = "Level {0}; the limits given at the start still hold.", "{0} 级；启动时给定的限制仍然有效。";
    RESTORED = "Loaded: {0}, moves: {1}.", "已载入：{0}，{1} 手。";
    SAVED = "Saved in {0}.", "已保存到 {0}。";
    INTERRUPT_AGAIN = "Ctrl-C again leaves the game.", "再按一次 Ctrl-C 退出。";

    // Refusals
    OFF_BOARD = "{0} is not on this board: columns are a to {1}, rows 1 to {2}.", "{0} 不在棋盘上：列为 a 到 {1}，行为 1 到 {2}。";
    OCCUPIED = "{0} is taken: choose an empty point.", "{0} 已有棋子：请选择空点。";
    STACK_FULL = "No more than {0} moves fit into a game.", "一局最多 {0} 手。";
    GAME_OVER = "The game is over: new begins another, undo takes back.", "本局已结束：new 开新局，undo 悔棋。";
    NOTHING_TO_UNDO = "There is nothing to take back.", "没有可悔的棋。";
    NOTHING_TO_REDO = "There is nothing to play again.", "没有可重做的棋。";
    ENGINE_THINKS = "It is the engine's turn: Enter or Ctrl-C makes it move now.", "轮到引擎：回车或 Ctrl-C 可让它立即落子。";
    NO_HUMAN = "The engine plays both sides here.", "双方均由引擎执棋。";
    NO_SIDE_TO_SWAP = "Both sides are played alike: there is nothing to change.", "双方执棋者相同，无需换边。";
    UNKNOWN_COMMAND = "'{0}' is no command and no move: help lists the commands.", "“{0}”不是命令也不是落子：输入 help 查看命令。";
    UNKNOWN_COMMAND_NEAR = "'{0}' is no command: did you mean {1}?", "“{0}”不是命令：是否要输入 {1}？";
    BAD_MOVE = "'{0}' is no move: write a letter and a number, such as {1}, or column and row, such as {2}.", "“{0}”不是落子：请写字母和数字，如 {1}，或列号和行号，如 {2}。";
    BAD_MOVE_CELL = "'{0}' is no move: write a cell from 1 to 9, or a letter and a number, such as b2.", "“{0}”不是落子：请写 1 到 9，或字母和数字，如 b2。";
    NO_ARGUMENT = "'{0}' stands alone: leave out '{1}'.", "“{0}”不带参数：请去掉“{1}”。";
    LEVEL_RANGE = "'{0}' is no level: write level and a number from 1 to 10.", "“{0}”不是级别：请写 level 和 1 到 10 的数字。";
    NEEDS_FILE = "Which file? Write {0} and a file name, such as {0} game.sgf.", "哪个文件？请写 {0} 和文件名，如 {0} game.sgf。";
    LINE_TOO_LONG = "That line is too long: no command has more than {0} bytes.", "这一行太长：命令不超过 {0} 字节。";
    LINE_NOT_TEXT = "That line is not text in UTF-8.", "这一行不是 UTF-8 文本。";

    // Files
    FILE_EXISTS = "{0} exists: choose another name, or write save! to overwrite it.", "{0} 已存在：请换个名字，或用 save! 覆盖。";
    FILE_NOT_A_FILE = "{0} is not an ordinary file.", "{0} 不是普通文件。";
    FILE_TOO_LARGE = "{0} is larger than {1} KiB: that is not a saved game.", "{0} 超过 {1} KiB：不是保存的棋局。";
    FILE_MISSING = "{0}: there is no such file or folder.", "{0}：没有该文件或目录。";
    FILE_DENIED = "{0}: permission denied.", "{0}：没有权限。";
    FILE_IO = "{0}: {1}.", "{0}：{1}。";
    LOAD_FAILED = "{0} is not loaded: {1}.", "{0} 未载入：{1}。";
    SGF_NOT = "it is not an SGF file", "不是 SGF 文件";
    SGF_CUT_OFF = "the file ends in the middle of the game", "文件不完整";
    SGF_OTHER_GAME = "it holds another game (GM[{0}]; gomoku is GM[4])", "是其他棋类（GM[{0}]；五子棋为 GM[4]）";
    SGF_BAD_VALUE = "{0}[{1}] makes no sense", "{0}[{1}] 无法理解";
    SGF_SET_UP = "the stones that are set up do not fit on the board", "预置的棋子不合理";
    SGF_LATE_SET_UP = "stones are set up after move {0}; only a start position may have them", "第 {0} 手之后又预置棋子；只有起始局面可以预置";
    SGF_WRONG_TURN = "move {0} is played by the wrong side", "第 {0} 手不该由这一方落子";
    SGF_PASS = "move {0} is a pass, and here nobody passes", "第 {0} 手为弃权，这里不允许弃权";
    SGF_BAD_POINT = "move {0}, '{1}', is not a point of the board", "第 {0} 手“{1}”不在棋盘上";
    SGF_BAD_MOVE = "move {0} cannot be played: {1}", "第 {0} 手无法落子：{1}";
    PLAY_OFF_BOARD = "it is off the board", "在棋盘之外";
    PLAY_OCCUPIED = "the point is taken", "该点已有棋子";
    PLAY_GAME_OVER = "the game is over by then", "此前棋局已结束";
    PLAY_STACK_FULL = "there are too many moves", "手数过多";

    // Games that cannot be
    RULES_SIDE = "a board has 3 to {0} cells a side, not {1}", "棋盘边长为 3 到 {0}，不能是 {1}";
    RULES_LENGTH = "{0} in a row: on this board it must be 3 to {1}", "连 {0} 子：在此棋盘上须为 3 到 {1}";
    RULES_NEED_FIVE = "this rule is for five in a row", "该规则只适用于五子";
    RULES_RENJU = "renju is not built yet: its forbidden points are missing; take freestyle, standard, caro or caro-overline", "连珠规则（禁手）尚未实现；请用 freestyle、standard、caro 或 caro-overline";

    // The screen
    TOO_NARROW = "The board needs {0} columns; this terminal has {1}.", "棋盘需要 {0} 列，终端只有 {1} 列。";
    BACK_TO_BOARD = "Enter: back to the board: ", "回车返回棋盘：";
    THINKER_FAILED = "the engine has failed: {0}", "引擎出错：{0}";
    NO_LOG = "no log: {0}", "无法记录日志：{0}";
    PERFT_FULL = "ply {0} does not fit {1} MiB: give a larger --hash, a smaller --depth, or --walk", "第 {0} 层超出 {1} MiB：请增大 --hash、减小 --depth，或用 --walk";
    PERFT_NO_MEMORY = "there is no memory for {0} MiB: give a smaller --hash", "内存不足 {0} MiB：请减小 --hash";
    BENCH_DIFFERS = "the same search came to another result: {0} and {1}", "同样的搜索得出了不同的结果：{0} 和 {1}";
    NO_MEMORY = "no memory for a table of {0} MiB: take a smaller --hash", "内存不足，无法建立 {0} MiB 的置换表：请减小 --hash";
    NO_THREAD = "the system gives no thread: {0}", "系统无法创建线程：{0}";
    NO_INTERRUPT = "Ctrl-C cannot be caught: {0}", "无法接管 Ctrl-C：{0}";
    HELP = "\
Moves     a letter and a number: h8   or column and row: 8 8
          (columns from the left, rows from the bottom)
undo   u  take back your move and the engine's reply
redo   r  play again what was taken back
hint   t  what would the engine play?
new    n  a new game
side   s  change sides; the game goes on
level N   the engine's strength, 1 to 10
board  b  show the board
resign    give up
save FILE, save! FILE
          save the game (SGF); save! overwrites a file
load FILE go on with a saved game
help   h  this list (also ?)
quit   q  leave
While the engine thinks, Enter or Ctrl-C makes it move now;
Ctrl-C twice leaves.", "\
落子      字母加数字：h8   或列号和行号：8 8
          （列从左数，行从下数）
undo   u  悔棋：收回您的一手和引擎的应手（悔棋）
redo   r  重做收回的棋（重做）
hint   t  引擎会怎么下？（提示）
new    n  新的一局（新局）
side   s  交换双方，棋局继续（换边）
level N   引擎级别，1 到 10（级别 N）
board  b  显示棋盘（棋盘）
resign    认输（认输）
save 文件，save! 文件
          保存棋局（SGF）；save! 可覆盖文件（保存）
load 文件 继续已保存的棋局（载入）
help   h  本说明，也可用 ?（帮助）
quit   q  退出（退出）
引擎思考时，回车或 Ctrl-C 让它立即落子；
连按两次 Ctrl-C 退出。";
    HELP_CELLS = "Here a cell's number, 1 to 9, is a move too.", "本局也可直接输入格子编号 1 到 9。";

    // The box's display: 12 narrow or 6 wide characters a line
    BOX_YOUR_MOVE = "Your move", "请您落子";
    BOX_BLACK_MOVES = "Black", "轮到黑方";
    BOX_WHITE_MOVES = "White", "轮到白方";
    BOX_THINKING = "Thinking", "思考中";
    BOX_ADVISING = "Looking", "分析中";
    BOX_YOU_WIN = "You win!", "您赢了！";
    BOX_ENGINE_WINS = "Engine wins", "引擎获胜";
    BOX_BLACK_WINS = "Black wins", "黑方获胜";
    BOX_WHITE_WINS = "White wins", "白方获胜";
    BOX_DRAW = "A draw", "和棋";
    BOX_ROBOT = "Robot", "机械臂动作";
    BOX_MEND = "Mend board", "请摆正棋盘";
    BOX_BUTTON = "Then press the button.", "落子后请按按钮。";
    BOX_ROBOT_PLACES = "Robot: {0} to {1}", "机械臂：{0}放到 {1}";
    BOX_ROBOT_MOVES = "Robot: {0} to {1}", "机械臂：{0} 移到 {1}";
    BOX_ROBOT_REMOVES = "Robot: takes {0} away", "机械臂：取走 {0}";
    BOX_YOU = "you", "您";
    BOX_HUMAN = "human", "玩家";
    BOX_LEVEL = "level {0}", "引擎{0}级";
    BOX_WIN = "win {0}", "{0}步胜";
    BOX_LOSS = "loss {0}", "{0}步负";
    BOX_COLUMN = "Column", "列";
    BOX_ROW = "Row", "行";
    BOX_TYPE = "# plays", "# 落子";
    BOX_ERASE = "* back", "* 返回";
    BOX_YES = "# yes", "# 是";
    BOX_NO = "* no", "* 否";
    BOX_ASK_NEW = "New game?", "开新局？";
    BOX_ASK_RESIGN = "Resign?", "认输？";
    BOX_ASK_OFF = "Power off?", "关机？";
    BOX_LOSES = "This one will be lost.", "本局将丢失。";
    BOX_SAVING = "Saving the game.", "正在保存棋局。";
    BOX_GOODBYE = "Goodbye.", "再见。";
    BOX_MENU = "Menu", "菜单";
    BOX_GAME = "Game", "棋类";
    BOX_SIZE = "Size", "棋盘";
    BOX_RULE = "Rule", "规则";
    BOX_STRENGTH = "Level", "级别";
    BOX_SIDE = "You play", "您执";
    BOX_PLAYERS = "Players", "对局";
    BOX_SOUND = "Sound", "声音";
    BOX_LANGUAGE = "Language", "语言";
    BOX_REDO = "Redo a move", "重做一手";
    BOX_RESIGN = "Resign", "认输";
    BOX_POWER = "Power off", "关机";
    BOX_TIC_TAC_TOE = "tic-tac-toe", "井字棋";
    BOX_FOUR = "4x4", "四子棋";
    BOX_GOMOKU = "gomoku", "五子棋";
    BOX_OTHER = "{0}x{1}, {2}", "{0}x{1} {2}子";
    BOX_FREESTYLE = "freestyle", "自由";
    BOX_STANDARD = "exactly 5", "恰好五子";
    BOX_RENJU = "renju", "连珠";
    BOX_CARO = "caro", "caro";
    BOX_CARO_OVERLINE = "caro 5+", "caro 5+";
    BOX_BLACK = "Black", "黑子";
    BOX_WHITE = "White", "白子";
    BOX_VERSUS = "you, engine", "人机";
    BOX_PEOPLE = "people", "双人";
    BOX_ENGINES = "engines", "观战";
    BOX_ON = "on", "开";
    BOX_OFF = "off", "关";
    BOX_SPOKEN = "English", "中文";
    BOX_OCCUPIED = "{0} is taken.", "{0} 已有棋子。";
    BOX_GAME_OVER = "The game is over. C: a new game", "本局已结束，C 开新局。";
    BOX_WAIT = "Wait: the engine moves.", "轮到引擎，请稍候。";
    BOX_WATCHED = "The engine plays both sides.", "双方均由引擎执棋。";
    BOX_NO_UNDO = "Nothing to take back.", "没有可悔的棋。";
    BOX_NO_REDO = "Nothing to play again.", "没有可重做的棋。";
    BOX_STACK_FULL = "No more moves fit.", "手数已满。";
    BOX_OFF_BOARD = "Not on this board.", "不在棋盘上。";
    BOX_NO_COLUMN = "Columns are 01 to {0}.", "列号为 01 到 {0}。";
    BOX_NO_ROW = "Rows are 01 to {0}.", "行号为 01 到 {0}。";
    BOX_INCOMPLETE = "Two digits each: column, row.", "列号、行号各两位。";
    BOX_FULL = "# plays it, * takes back.", "# 落子，* 退格。";
    BOX_PUT_BLACK = "Put a black stone on {0}.", "请在 {0} 放黑子。";
    BOX_PUT_WHITE = "Put a white stone on {0}.", "请在 {0} 放白子。";
    BOX_TAKE = "Take the stone off {0}.", "请取走 {0} 的棋子。";
    BOX_SWAP_BLACK = "{0} must be black.", "{0} 应为黑子。";
    BOX_SWAP_WHITE = "{0} must be white.", "{0} 应为白子。";
    BOX_DIFFER = "{0} ({1} differ)", "{0}（{1} 处不符）";
    BOX_ROBOT_SILENT = "The robot does not answer.", "机械臂没有应答。";
    BOX_ROBOT_FAILED = "The robot could not do it.", "机械臂未能完成动作。";
    BOX_DISPLAY = "The display does not answer.", "显示屏没有应答。";
    BOX_STORE_FULL = "No room left: game not kept.", "空间已满，棋局未保存。";
    BOX_STORE_FAILED = "The game cannot be kept.", "棋局无法保存。";
    BOX_STORE_DAMAGED = "Kept game damaged: a new one.", "存档损坏，已开新局。";
    BOX_KEYPAD = "The keypad cannot be read.", "无法读取键盘。";
    BOX_SERIAL = "The serial line is gone.", "串口已断开。";
    BOX_ENGINE_FAILED = "The engine has failed.", "引擎出错。";
    BOX_POWER_FAILED = "Cannot be switched off.", "无法关机。";

    // The command line
    USAGE_UNKNOWN_OPTION = "unknown option '{0}': see minmax-h3 --help", "未知选项“{0}”：请看 minmax-h3 --help";
    USAGE_UNKNOWN_OPTION_NEAR = "unknown option '{0}': did you mean {1}?", "未知选项“{0}”：是否要用 {1}？";
    USAGE_UNKNOWN_WORD = "unknown command '{0}': see minmax-h3 --help", "未知命令“{0}”：请看 minmax-h3 --help";
    USAGE_UNKNOWN_WORD_NEAR = "unknown command '{0}': did you mean {1}?", "未知命令“{0}”：是否要用 {1}？";
    USAGE_MISSING_VALUE = "{0} needs a value: see minmax-h3 --help", "{0} 需要一个值：请看 minmax-h3 --help";
    USAGE_NO_VALUE = "{0} takes no value", "{0} 不带值";
    USAGE_OPTION_FIRST = "options stand behind the command: minmax-h3 {0} {1}", "选项写在命令之后：minmax-h3 {0} {1}";
    USAGE_NOT_TEXT = "the arguments must be text in UTF-8", "参数必须是 UTF-8 文本";
    USAGE_VALUE = "{0} {1}: {2}", "{0} {1}：{2}";
    USAGE_VALUE_NEAR = "{0} {1}: {2}; did you mean {3}?", "{0} {1}：{2}；是否要用 {3}？";
    EXPECT_GAME = "the game is tictactoe, 4x4, gomoku or columns, rows and length, such as 7,6,4", "棋类为 tictactoe、4x4、gomoku，或列数,行数,连子数，如 7,6,4";
    EXPECT_SIZE = "a gomoku board has 5 to {0} cells a side", "五子棋棋盘边长为 5 到 {0}";
    EXPECT_NO_SIZE = "only gomoku has a size; write --game columns,rows,length for other boards", "只有 gomoku 可指定边长；其他棋盘请用 --game 列数,行数,连子数";
    EXPECT_RULE = "the rule is freestyle, standard, caro or caro-overline", "规则为 freestyle、standard、caro 或 caro-overline";
    EXPECT_LEVEL = "a level is a number from 1 to 10", "级别为 1 到 10";
    EXPECT_TIME = "the time is in seconds from 0.001 to 86400, such as 2.5", "时间以秒计，0.001 到 86400，如 2.5";
    EXPECT_NUMBER = "a whole number from {0} to {1}", "应为 {0} 到 {1} 的整数";
    EXPECT_PLAYERS = "two of human and engine in move order, such as human,engine", "按先后手写 human 或 engine，如 human,engine";
    EXPECT_SIDE = "the side is first or second", "应为 first（先手）或 second（后手）";
    EXPECT_LANG = "the language is en or zh", "语言为 en 或 zh";
    EXPECT_LOG_LEVEL = "the log level is off, error, warn, info, debug or trace", "日志级别为 off、error、warn、info、debug 或 trace";
    EXPECT_PLAYERS_OR_SIDE = "--players and --side say the same thing: leave one out", "--players 和 --side 含义相同：请只用一个";

    ABOUT = "Tic-tac-toe, gomoku and other rows on a board, against a strong engine", "井字棋、五子棋等连子棋，与强劲的引擎对弈";
    ABOUT_PLAY = "A game in the terminal (what happens without a command)", "在终端里下棋（不写命令时也是如此）";
    ABOUT_PERFT = "How many games, tree nodes and different positions there are, ply by ply", "逐层统计对局数、搜索树节点数和不同局面数";
    ABOUT_BENCH = "Fixed positions searched for fixed nodes: speed, and a signature of the search", "以固定节点数搜索固定局面：速度，以及搜索行为的签名";
    HEADING_USAGE = "Usage:", "用法：";
    HEADING_COMMANDS = "Commands", "命令";
    HEADING_OPTIONS = "Options", "选项";
    HELP_OPTION_GAME = "tictactoe, 4x4, gomoku, or columns,rows,length: --game 7,6,4 [default: gomoku]", "tictactoe、4x4、gomoku，或列数,行数,连子数：--game 7,6,4 [默认 gomoku]";
    HELP_OPTION_SIZE = "Side of the gomoku board, 5 to 20: --size 19 [default: 15]", "五子棋棋盘边长，5 到 20：--size 19 [默认 15]";
    HELP_OPTION_RULE = "freestyle (five or more win), standard (exactly five), caro or caro-overline (not closed at both ends): --rule standard [default: freestyle]", "freestyle（五子以上获胜）、standard（恰好五子）、caro 或 caro-overline（两端不得都被堵）：--rule standard [默认 freestyle]";
    HELP_OPTION_PLAYERS = "Who plays Black and who White, human or engine: --players engine,engine [default: human,engine]", "黑方和白方由谁执棋，human 或 engine：--players engine,engine [默认 human,engine]";
    HELP_OPTION_SIDE = "You play first or second against the engine: --side second", "与引擎对弈时您先手还是后手：--side second";
    HELP_OPTION_LEVEL = "The engine's strength, 1 (a child can win) to 10 (full): --level 3 [default: 5]", "引擎级别，1（孩子也能赢）到 10（最强）：--level 3 [默认 5]";
    HELP_OPTION_TIME = "Seconds for a move, instead of the level's limits: --time 2.5", "每步秒数，代替级别自身的限制：--time 2.5";
    HELP_OPTION_DEPTH = "Plies to search, instead of the level's limits: --depth 8", "搜索层数，代替级别自身的限制：--depth 8";
    HELP_OPTION_NODES = "Nodes to search, instead of the level's limits: --nodes 100000", "搜索节点数，代替级别自身的限制：--nodes 100000";
    HELP_OPTION_SEED = "Varies the choice among equal moves; the same number plays the same again: --seed 1 [default: by chance]", "在同样好的着法中选择；同一数字可重现：--seed 1 [默认随机]";
    HELP_OPTION_HASH = "Memory for searched positions in MiB, 1 to {0}: --hash 64 [default: {1}]", "存放已搜索局面的内存（MiB），1 到 {0}：--hash 64 [默认 {1}]";
    HELP_OPTION_LANG = "en or zh: --lang zh [default: as the locale says]", "en 或 zh：--lang zh [默认按系统语言]";
    HELP_OPTION_LOG_LEVEL = "What is logged, on standard error: off, error, warn, info, debug or trace: --log-level debug [default: warn, with --log-file info]", "在标准错误上记录哪些日志：off、error、warn、info、debug 或 trace：--log-level debug [默认 warn，用 --log-file 时为 info]";
    HELP_OPTION_LOG_FILE = "Log into this file instead, as frames for defmt-print: --log-file box.defmt", "改为记录到此文件（defmt-print 可读）：--log-file box.defmt";
    HELP_OPTION_PERFT_DEPTH = "Plies to count: --depth 5 [default: to the end of the game]", "统计的层数：--depth 5 [默认到终局]";
    HELP_OPTION_PERFT_HASH = "Largest memory for different positions in MiB, 1 to {0}: --hash 1024 [default: {1}]", "存放不同局面的最大内存（MiB），1 到 {0}：--hash 1024 [默认 {1}]";
    HELP_OPTION_WALK = "Play every single game instead: slow, and positions are not counted", "逐一下完每一局：较慢，且不统计局面";
    HELP_OPTION_QUICK = "Search each position once instead of for a second: the signature is the same", "每个局面只搜索一遍，而不是搜索一秒：签名相同";
    HELP_OPTION_HELP = "Print this help", "显示本说明";
    HELP_OPTION_VERSION = "Print the version", "显示版本";
    HELP_PERFT_EXAMPLES = "\
Examples:
  minmax-h3 perft --game tictactoe         255168 games, 549946 nodes, 5478 positions
  minmax-h3 perft --game 4,3,3 --walk
  minmax-h3 perft --size 7 --depth 4

Exit codes: 0 ok, 1 failed, 2 wrong usage.", "\
示例：
  minmax-h3 perft --game tictactoe         255168 局，549946 个节点，5478 个局面
  minmax-h3 perft --game 4,3,3 --walk
  minmax-h3 perft --size 7 --depth 4

退出码：0 正常，1 失败，2 用法错误。";
    HELP_BENCH_EXAMPLES = "\
Examples:
  minmax-h3 bench                          nodes a second on this machine
  minmax-h3 bench --quick                  the signature alone

Exit codes: 0 ok, 1 failed, 2 wrong usage.", "\
示例：
  minmax-h3 bench                          本机每秒节点数
  minmax-h3 bench --quick                  只看签名

退出码：0 正常，1 失败，2 用法错误。";
    HELP_EXAMPLES = "\
Examples:
  minmax-h3                                gomoku, you begin
  minmax-h3 play --game tictactoe --side second
  minmax-h3 play --size 19 --rule standard --level 8
  minmax-h3 play --players engine,engine --time 1
  printf 'h8\\nquit\\n' | minmax-h3 play --level 1 --seed 1
  minmax-h3 perft --help                   the other commands' options

Exit codes: 0 ok, 1 failed, 2 wrong usage, 130 left by Ctrl-C.", "\
示例：
  minmax-h3                                五子棋，您先手
  minmax-h3 play --game tictactoe --side second
  minmax-h3 play --size 19 --rule standard --level 8
  minmax-h3 play --players engine,engine --time 1
  printf 'h8\\nquit\\n' | minmax-h3 play --level 1 --seed 1
  minmax-h3 perft --help                   其他命令的选项

退出码：0 正常，1 失败，2 用法错误，130 由 Ctrl-C 退出。";
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers of the places where values are filled in, in ascending order.
    fn places(text: &str) -> Vec<&str> {
        let mut places: Vec<_> = text.split('{').skip(1).map(|part| &part[..1]).collect();
        places.sort_unstable();
        places.dedup();
        places
    }

    #[test]
    fn both_languages_have_the_same_places() {
        for (name, text) in ALL {
            assert!(!text.en.is_empty() && !text.zh.is_empty(), "{name}");
            assert_eq!(places(text.en), places(text.zh), "{name}");
        }
    }

    #[test]
    fn no_character_has_an_ambiguous_width() {
        use unicode_width::UnicodeWidthChar;
        for (name, text) in ALL {
            for c in text.en.chars().chain(text.zh.chars()) {
                // Quotation marks stand in sentences only, never in columns.
                let in_sentences = ['“', '”'].contains(&c);
                assert!(in_sentences || c.width() == c.width_cjk(), "{name}: {c}");
            }
        }
    }
}
