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
    ENGINE = "engine, {0}", "引擎，{0}";
    LEVEL = "level {0}", "{0} 级";
    LIMIT_TIME = "{0} s a move", "每步 {0} 秒";
    LIMIT_DEPTH = "depth {0}", "深度 {0}";
    LIMIT_NODES = "{0} nodes a move", "每步 {0} 个节点";
    ERRS_AS = "with the errors of level {0}", "按 {0} 级失误";
    COMMA = ", ", "，";
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
    GAME_OVER_PROMPT = "new, save FILE or quit: ", "new、save 文件 或 quit：";
    GAME_OVER_PROMPT_UNDO = "new, undo, save FILE or quit: ", "new、undo、save 文件 或 quit：";
    ANY_PROMPT = "> ", "> ";
    TYPE_HELP = "Type help for the commands.", "输入 help 查看命令。";
    THINKING = "thinking", "思考中";
    THINKING_LINE = "{0} {1} s", "{0} {1} 秒";
    THINKING_BEST = "{0} {1} s: {2}, depth {3}, {4}, {5} nodes", "{0} {1} 秒：{2}，深度 {3}，{4}，{5} 个节点";
    MOVE_NOW = " (Enter: move now)", "（回车：立即落子）";
    PAUSING = "about to move", "即将落子";

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
    RESTORED_FIRST = "The file holds other games too: this is its first.", "文件中还有其他棋局：这是第一局。";
    RESTORED_RULE = "Nobody here knows the file's rule {0}: the game goes on as freestyle.", "无法识别文件中的规则 {0}：按自由规则继续。";
    SAVED = "Saved in {0}.", "已保存到 {0}。";
    INTERRUPT_AGAIN = "Ctrl-C again leaves the game.", "再按一次 Ctrl-C 退出。";

    // Refusals
    OFF_BOARD = "{0} is not on this board: columns are a to {1}, rows 1 to {2}.", "{0} 不在棋盘上：列为 a 到 {1}，行为 1 到 {2}。";
    OCCUPIED = "{0} is taken: choose an empty point.", "{0} 已有棋子：请选择空点。";
    STACK_FULL = "No more than {0} moves fit into a game.", "一局最多 {0} 手。";
    FORBIDDEN = "{0} is forbidden to Black: {1}.", "{0} 是黑方禁手：{1}。";
    OVERLINE = "an overline", "长连";
    DOUBLE_FOUR = "a double four", "四四";
    DOUBLE_THREE = "a double three", "三三";
    FOUL_LOSES = "White (O) wins: Black played {0}, {1}.", "白方 (O) 获胜：黑方禁手 {0}（{1}）。";
    STUCK = "White (O) wins: every point is forbidden to Black.", "白方 (O) 获胜：黑方已无合法落点。";
    FOULS_SHOWN = "Forbidden points are shown as !.", "禁手点以 ! 标出。";
    FOULS_HIDDEN = "Forbidden points are not shown.", "不再标出禁手点。";
    NO_FOULS = "Only renju has forbidden points.", "只有连珠规则有禁手。";
    GAME_OVER = "The game is over: new begins another.", "本局已结束：new 开新局。";
    GAME_OVER_UNDO = "The game is over: new begins another, undo takes back.", "本局已结束：new 开新局，undo 悔棋。";
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
    LEVEL_MISSING = "Write level and a number from 1 to 10.", "请写 level 和 1 到 10 的数字。";
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
    SGF_BAD_VALUE = "{0}[{1}] makes no sense: write, say, {2}", "{0}[{1}] 无法理解：应如 {2}";
    SGF_BAD_STONE = "{0}[{1}] is not a point of the board", "{0}[{1}] 不在棋盘上";
    SGF_TWO_STONES = "AB and AW set up two stones on one point, {0}", "AB 与 AW 在同一点 {0} 预置了两枚棋子";
    SGF_TWO_WINNERS = "the stones set up by AB and AW give both sides a row", "AB 与 AW 预置的棋子使双方都已连成一线";
    SGF_LATE_SET_UP = "{1} sets the position up after move {0}; that may stand before the first move only", "第 {0} 手之后出现 {1}；预置局面只能在第一手之前";
    SGF_NO_VALUE = "move {0}, {1}, has no point in brackets, such as {1}[hh]", "第 {0} 手 {1} 没有写出方括号里的位置，如 {1}[hh]";
    SGF_MANY_POINTS = "move {0}, {1}, is more than one point", "第 {0} 手 {1} 不止一个位置";
    SGF_WRONG_TURN = "move {0}, {1}, is played by the wrong side", "第 {0} 手 {1} 不该由这一方落子";
    SGF_PASS = "move {0}, {1}, is a pass, and here nobody passes", "第 {0} 手 {1} 为弃权，这里不允许弃权";
    SGF_BAD_POINT = "move {0}, {1}, is not a point of the board", "第 {0} 手 {1} 不在棋盘上";
    SGF_BAD_MOVE = "move {0}, {1}, cannot be played: {2}", "第 {0} 手 {1} 无法落子：{2}";
    PSQ_NOT = "it is not a game in Piskvork's format", "不是 Piskvork 格式的棋局";
    PLAY_OFF_BOARD = "it is off the board", "在棋盘之外";
    PLAY_OCCUPIED = "the point is taken", "该点已有棋子";
    PLAY_FORBIDDEN = "the point is forbidden to Black", "该点是黑方禁手";
    PLAY_GAME_OVER = "the game is over by then", "此前棋局已结束";
    PLAY_STACK_FULL = "there are too many moves", "手数过多";

    // The robot link
    BLACK_STONE = "a black stone", "黑子";
    WHITE_STONE = "a white stone", "白子";
    LINK_DEAF = "The machine does not answer: is it on, and are both wires connected?", "机器没有应答：请检查电源和收发两根线。";
    LINK_VERSION = "The machine speaks version {0} of the link, this box version {1}.", "机器使用第 {0} 版通信协议，本机使用第 {1} 版。";
    LINK_SIZE = "The machine has a board of {0}x{1}, the game needs {2}x{3}: choose another game.", "机器的棋盘是 {0}x{1}，本局需要 {2}x{3}：请换一种棋。";
    LINK_BLIND = "The machine cannot see the board ({0}).", "机器看不到棋盘（{0}）。";
    LINK_WRONG = "The board has changed: {0}. Please mend it.", "棋盘被动过：{0}。请复原。";
    LINK_BY_HAND = "By hand, please: {0}. Then press the button.", "请手动完成：{0}。然后按按钮。";
    LINK_GAVE_UP = "The machine has failed ({0}). By hand, please: {1}. Then press the button.", "机器未能完成（{0}）。请手动完成：{1}。然后按按钮。";
    LINK_MISSING = "{1} is missing on {0}", "{0} 缺{1}";
    LINK_OTHER = "{1} lies on {0} instead of {2}", "{0} 应为{2}却是{1}";
    LINK_EXTRA = "{1} too many lies on {0}", "{0} 多出{1}";
    LINK_PLACE = "put {0} on {1}", "在 {1} 放{0}";
    LINK_REMOVE = "take the stone off {0}", "取走 {0} 的棋子";
    LINK_CELLS = ", ", "、";
    LINK_AND = "; ", "；";
    LINK_NOTHING_NEW = "There is no new stone on the board.", "棋盘上没有新的棋子。";
    LINK_NOT_YOUR_TURN = "It is not your turn.", "还没有轮到您。";
    LINK_GAME_OVER = "The game is over.", "本局已结束。";
    LINK_PUT_BACK = "The machine puts {0} back from {1} to {2}.", "机器把{0}从 {1} 放回 {2}。";
    LINK_PRESS_BUTTON = "The board is right again: press the button when you have moved.", "棋盘已复原：落子后请按按钮。";
    LINK_TRIES_AGAIN = "The machine has failed ({0}) and tries again.", "机器未能完成（{0}），正在重试。";
    LINK_NOT_UNDERSTOOD = "The machine says '{0}', which nobody here understands.", "机器发来“{0}”，无法识别。";
    LINK_TIMED_OUT = "no answer in time", "超时";
    LINK_NO_REASON = "no reason given", "未说明原因";

    // Games that cannot be
    RULES_SIDE = "a board has 3 to {0} cells a side, not {1}", "棋盘边长为 3 到 {0}，不能是 {1}";
    RULES_LENGTH_THREE = "{0} in a row: on this board it must be 3", "连 {0} 子：在此棋盘上只能是 3";
    RULES_LENGTH = "{0} in a row: on this board it must be 3 to {1}", "连 {0} 子：在此棋盘上须为 3 到 {1}";
    RULES_NEED_FIVE = "this rule is for five in a row", "该规则只适用于五子";

    // The screen
    TOO_NARROW = "The board needs {0} columns; this terminal has {1}.", "棋盘需要 {0} 列，终端只有 {1} 列。";
    BACK_TO_BOARD = "Enter: back to the board: ", "回车返回棋盘：";
    THINKER_FAILED = "the engine has failed: {0}", "引擎出错：{0}";
    LOG_FILE = "cannot write the log file {0}: {1}", "无法写入日志文件 {0}：{1}";
    LOG_NOT_A_LOG = "{0} exists and is not a log: choose another name", "{0} 已存在且不是日志文件：请换个名字";
    LOG_UNSUPPORTED = "log files are written on GNU/Linux only", "只有 GNU/Linux 上可以写日志文件";
    NO_OUTPUT = "standard output cannot be written: {0}", "无法写入标准输出：{0}";
    IO_NOT_FOUND = "there is no such file or folder", "没有该文件或目录";
    IO_DENIED = "permission denied", "没有权限";
    IO_EXISTS = "it exists already", "已存在";
    IO_FULL = "no space left on the device", "设备空间已满";
    IO_IS_FOLDER = "it is a folder", "这是目录";
    IO_NO_FOLDER = "a part of the path is not a folder", "路径中有一部分不是目录";
    IO_READ_ONLY = "the file system is read-only", "文件系统只读";
    IO_MEMORY = "no memory left", "内存不足";
    IO_QUOTA = "the disk quota is exceeded", "超出磁盘配额";
    IO_LARGE = "the file is too large", "文件过大";
    IO_NAME = "the file name is invalid or too long", "文件名无效或过长";
    IO_OTHER = "system error {0}", "系统错误 {0}";
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
fouls  f  show forbidden points (renju) as !, or no longer
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
fouls  f  以 ! 标出连珠禁手点，或不再标出（禁手）
resign    认输（认输）
save 文件，save! 文件
          保存棋局（SGF）；save! 可覆盖文件（保存）
load 文件 继续已保存的棋局（载入）
help   h  本说明，也可用 ?（帮助）
quit   q  退出（退出）
引擎思考时，回车或 Ctrl-C 让它立即落子；
连按两次 Ctrl-C 退出。";
    HELP_CELLS = "Here a cell's number, 1 to 9, is a move too.", "本局也可直接输入格子编号 1 到 9。";

    // Games on the web page
    HTTP_NO_GAME = "there is no game {0}: it may have been dropped for newer ones", "没有棋局 {0}：可能已被较新的棋局替换";
    HTTP_NO_ROOM = "as many games are played as may be: try again later", "棋局数已满，请稍后再试";
    HTTP_NO_PLACE = "as many watch as may: try again later", "观看人数已满，请稍后再试";
    HTTP_ENGINE_THINKS = "it is the engine's turn", "轮到引擎落子";
    HTTP_GAME_OVER = "the game is over", "本局已结束";
    HTTP_STONES = "there are {0} stones on the board, not {1}: look at it again", "棋盘上有 {0} 枚棋子，不是 {1} 枚：请刷新后再下";
    HTTP_NOT_THINKING = "the engine does not think", "引擎没有在思考";
    HTTP_BOX_BUSY = "the box does not answer in time: look at the game, and try again", "棋盒未及时响应：请查看棋局后重试";
    HTTP_PLAYERS = "two of human and engine, Black first", "按先黑后白写两个：human 或 engine";
    HTTP_ONE_SOURCE = "moves, sgf, psq: give one of them", "moves、sgf、psq 只能给出一个";
    HTTP_SOURCE_SAYS = "{0}: the game in {1} says that itself; leave it out", "{0}：{1} 中的棋局已说明，请去掉";
    HTTP_NO_CHANGE = "level, players: give at least one of them", "level、players 至少要给出一个";
    HTTP_NO_PSQ = "this game cannot be told in Piskvork's format: that knows five in a row from the empty board only", "此局无法存为 Piskvork 格式：该格式只支持从空棋盘开始的五子棋";

    // The box's display: 12 narrow or 6 wide characters a line
    BOX_YOUR_MOVE = "Your move", "请您落子";
    BOX_BLACK_MOVES = "Black", "轮到黑方";
    BOX_WHITE_MOVES = "White", "轮到白方";
    BOX_KEEPING = "Saving", "保存中";
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
    BOX_LOSES = "This one ends here.", "本局到此结束。";
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
    BOX_FORBIDDEN = "{0}: {1}, a foul.", "{0} 禁手：{1}。";
    BOX_OVERLINE = "overline", "长连";
    BOX_DOUBLE_FOUR = "double four", "四四";
    BOX_DOUBLE_THREE = "double three", "三三";
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
    BOX_CELL_BLACK = "{0}: black", "{0} 黑子";
    BOX_CELL_WHITE = "{0}: white", "{0} 白子";
    BOX_CELL_EMPTY = "{0}: empty", "{0} 无子";
    BOX_ROBOT_SILENT = "The robot does not answer.", "机械臂没有应答。";
    BOX_ROBOT_FAILED = "The robot could not do it.", "机械臂未能完成动作。";
    BOX_DISPLAY = "The display does not answer.", "显示屏没有应答。";
    BOX_STORE_FULL = "No room left: game not kept.", "空间已满，棋局未保存。";
    BOX_STORE_FAILED = "The game cannot be kept.", "棋局无法保存。";
    BOX_STORE_SLOW = "The card is slow: not kept yet.", "存储卡太慢，尚未保存。";
    BOX_STORE_DAMAGED = "Kept game damaged: see {0}.", "存档损坏，已改名为 {0}。";
    BOX_KEYPAD = "The keypad cannot be read.", "无法读取键盘。";
    BOX_SERIAL = "The serial line is gone.", "串口已断开。";
    BOX_ENGINE_FAILED = "The engine has failed.", "引擎出错。";
    BOX_WEB_FAILED = "No web page: {0}.", "无法打开网页：{0}。";
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
    EXPECT_GAME = "the game is tictactoe, 4x4, gomoku, renju or columns, rows and length, such as 7,6,4", "棋类为 tictactoe、4x4、gomoku、renju，或列数,行数,连子数，如 7,6,4";
    EXPECT_SIZE = "a gomoku board has 5 to {0} cells a side", "五子棋棋盘边长为 5 到 {0}";
    EXPECT_NO_SIZE = "only gomoku and renju have a size; for other boards the game is columns,rows,length", "只有 gomoku 和 renju 可指定边长；其他棋盘的棋类请写 列数,行数,连子数";
    EXPECT_RULE = "the rule is freestyle, standard, renju, caro or caro-overline", "规则为 freestyle、standard、renju、caro 或 caro-overline";
    EXPECT_NO_FOUL = "only renju has forbidden points", "只有连珠规则有禁手";
    EXPECT_FOUL = "a foul is refused or loses", "禁手为 refused（拒绝）或 loses（判负）";
    EXPECT_RENJU = "the game renju is played by the rule renju", "renju 棋类只用 renju 规则";
    EXPECT_LEVEL = "a level is a number from 1 to 10", "级别为 1 到 10";
    EXPECT_TIME = "the time is in seconds from 0.001 to 86400, such as 2.5", "时间以秒计，0.001 到 86400，如 2.5";
    EXPECT_NUMBER = "a whole number from {0} to {1}", "应为 {0} 到 {1} 的整数";
    EXPECT_PLAYERS = "two of human and engine in move order, such as human,engine", "按先后手写 human 或 engine，如 human,engine";
    EXPECT_SIDE = "the side is first or second", "应为 first（先手）或 second（后手）";
    EXPECT_LANG = "the language is en or zh", "语言为 en 或 zh";
    EXPECT_DIALECT = "the dialect is gomocup or yixin", "协议方言为 gomocup 或 yixin";
    EXPECT_LOG_LEVEL = "the log level is off, error, warn, info, debug or trace", "日志级别为 off、error、warn、info、debug 或 trace";
    EXPECT_PLAYERS_OR_SIDE = "{0}players and {0}side say the same thing: leave one out", "{0}players 和 {0}side 含义相同：请只用一个";

    // The box's file
    BOX_STUCK = "The key {0} does not come up.", "按键 {0} 卡住了。";
    SERIAL_OTHER_GAME = "The box's file asks for another game: it begins, and the one before is in the archive.", "配置文件要求另一种棋局：新局开始，原棋局已存档。";
    SERIAL_OTHER_GAME_ONLY = "The box's file asks for another game: it begins.", "配置文件要求另一种棋局：新局开始。";
    SERIAL_NOT_KEPT = "The game cannot be kept: {0}.", "棋局无法保存：{0}。";
    SERIAL_FILE = "{0} is no name for a file here: write a plain name such as mine.sgf; it is kept in the store's folder.", "{0} 不能用作文件名：请写简单的名字，如 mine.sgf；文件存放在存档文件夹中。";
    SERIAL_HELP = "\
Moves     a letter and a number: h8   or column and row: 8 8
          arrow keys move the cursor, Enter plays
Enter     while the engine thinks: it moves now (also Ctrl-C)
undo   u  take back your move and the engine's reply
redo   r  play again what was taken back
hint   t  what would the engine play?
new    n  a new game
side   s  change sides; the game goes on
level N   the engine's strength, 1 to 10
board  b  show the board
fouls  f  show forbidden points (renju) as !, or no longer
resign    give up
save NAME, save! NAME, load NAME
          games in the store's folder (SGF); save! overwrites
help   h  this list (also ?)", "\
落子      字母加数字：h8   或列号和行号：8 8
          方向键移动光标，回车落子
回车      引擎思考时让它立即落子（也可按 Ctrl-C）
undo   u  悔棋：收回您的一手和引擎的应手（悔棋）
redo   r  重做收回的棋（重做）
hint   t  引擎会怎么下？（提示）
new    n  新局（新局）
side   s  换边，棋局继续（换边）
level N   引擎级别，1 到 10（级别）
board  b  显示棋盘（棋盘）
fouls  f  以 ! 标出连珠禁手点，或不再标出（禁手）
resign    认输（认输）
save NAME, save! NAME, load NAME
          存档文件夹中的棋局（SGF）；save! 会覆盖
help   h  本列表（也可用 ?）";
    SERIAL_HELP_ROBOT = "\
first b2  the engine's first stone goes there from the next new game on;
          first: anywhere
put black b2, put white b2, take b2
          stones on command; resume: the game's board again", "\
first b2  从下一局起，引擎的第一手下在此处；first：任意位置
put black b2, put white b2, take b2
          按指令摆放或取走棋子；resume：恢复为本局的棋盘";
    SERIAL_NO_QUIT = "The box plays on: hold D on its keypad to switch it off.", "棋盒会一直运行：长按键盘上的 D 关机。";
    SERIAL_NO_QUIT_KEYLESS = "The box plays on; the game is kept, and the plug may be pulled at any time.", "棋盒会一直运行；棋局随时保存，可直接断电。";
    SERIAL_NO_ROBOT = "There is no robot: the box's file has no [link].", "没有机器：配置文件中没有 [link]。";
    SERIAL_ORDERS = "Not an order: {0}. Orders: first b2, first, put black b2, put white b2, take b2, resume.", "无法识别的指令：{0}。可用：first b2、first、put black b2、put white b2、take b2、resume。";
    SERIAL_ORDERED = "Ordered.", "已下达。";
    SERIAL_FIRST = "Ordered. From the next new game on the engine's first stone goes to {0}, until the box starts again.", "已下达。从下一局起，引擎执黑的第一手下在 {0}，直到棋盒重新启动。";
    SERIAL_FIRST_ANYWHERE = "Ordered. From the next new game on the engine's first stone goes anywhere, until the box starts again.", "已下达。从下一局起，引擎执黑的第一手不再指定位置，直到棋盒重新启动。";
    SERIAL_TAKEN = "That cell is taken.", "该处已有棋子。";
    SERIAL_EMPTY = "There is no stone on that cell.", "该处没有棋子。";
    SERIAL_OFF_BOARD = "There is no such cell.", "没有这个位置。";
    TOML_BAD_CELL = "link.first_cell: {0} is no cell of this board of {1}x{2}; write a letter and a number", "link.first_cell：{0} 不在 {1}x{2} 的棋盘上；请写字母和数字";
    TOML_LINE = "{0}:{1}: {2}", "{0}:{1}：{2}";
    TOML_NOT_TOML = "this is not TOML: {0}", "不是有效的 TOML：{0}";
    TOML_UNKNOWN_KEY = "unknown key {0}", "未知的键 {0}";
    TOML_UNKNOWN_KEY_NEAR = "unknown key {0}; did you mean {1}?", "未知的键 {0}；是否要用 {1}？";
    TOML_UNKNOWN_SECTION = "unknown section [{0}]", "未知的段 [{0}]";
    TOML_UNKNOWN_SECTION_NEAR = "unknown section [{0}]; did you mean [{1}]?", "未知的段 [{0}]；是否要用 [{1}]？";
    TOML_NOT_A_SECTION = "{0} is a section: write [{0}] on a line of its own", "{0} 是一个段：请单独一行写 [{0}]";
    TOML_MISSING_KEY = "[{0}] needs {1}, such as {1} = {2}", "[{0}] 缺少 {1}，如 {1} = {2}";
    TOML_WANTS_TEXT = "{0} wants a text in quotes, such as {0} = {1}", "{0} 应为带引号的文本，如 {0} = {1}";
    TOML_WANTS_NUMBER = "{0} wants a number, such as {0} = {1}", "{0} 应为数字，如 {0} = {1}";
    TOML_WANTS_TEXTS = "{0} wants texts in brackets, such as {0} = {1}", "{0} 应为方括号中的文本，如 {0} = {1}";
    TOML_NO_INPUT = "nobody could play: give at least one of [keypad], [uart], [link] and [http]", "没有任何输入：[keypad]、[uart]、[link]、[http] 至少要有一个";
    TOML_EMPTY_SECTION = "[{0}] names no pin: leave it out, or give {1}", "[{0}] 没有写引脚：请去掉它，或写上 {1}";
    EXPECT_PATH = "a path that begins with /", "应为以 / 开头的路径";
    EXPECT_ONE_OF = "one of {0}", "应为 {0} 之一";
    EXPECT_BAUD = "a speed that serial lines have, such as 9600 or 115200", "应为常用的波特率，如 9600 或 115200";
    EXPECT_COMMAND = "a command and its arguments, none of them empty", "应为命令及其参数，且不能为空";
    EXPECT_CHIP = "the label of a GPIO chip, such as 1c20800.pinctrl", "应为 GPIO 芯片的标签，如 1c20800.pinctrl";
    EXPECT_LINES = "{0} has {1} pins: a keypad has 3 or 4", "{0} 有 {1} 个引脚：键盘应有 3 或 4 个";
    EXPECT_LAYOUT = "{0} has {1} lines: write one of {3} signs for each of the {2} rows", "{0} 有 {1} 行：{2} 行中每行各写 {3} 个键";
    EXPECT_LAYOUT_ROW = "one sign for each of the {0} columns", "{0} 列中每列写一个键";
    EXPECT_SIGN = "'{0}' is no key: keys are 0 to 9, A to D, * and #, ^ v < > for arrows, E for Enter; a dot where there is none", "“{0}”不是按键：按键为 0 到 9、A 到 D、* 和 #，^ v < > 为方向键，E 为回车；空位写一个点";
    EXPECT_SIGN_ONCE = "'{0}' stands there twice", "“{0}”出现了两次";
    PIN_NOT_A_NAME = "a pin is written as PA6: P, the letter of its port and a number", "引脚写作 PA6：P、端口字母和数字";
    PIN_NO_PORT = "the H3 has the ports A, C, D, E, F, G and L", "H3 的端口为 A、C、D、E、F、G 和 L";
    PIN_NO_PIN = "port {0} has the pins P{0}0 to P{0}{1}", "端口 {0} 的引脚为 P{0}0 到 P{0}{1}";
    PIN_TWICE = "this pin is used twice: {0} has it too, in line {1}", "此引脚用了两次：第 {1} 行的 {0} 也用了它";
    PIN_CONSOLE = "this pin belongs to the system's console (UART0): to take it would cut the console off; choose another", "此引脚属于系统控制台（UART0）：占用会切断控制台；请换一个";
    PIN_CARD = "this pin belongs to the SD card that the system runs from: choose another", "此引脚属于系统所在的 SD 卡：请换一个";
    PIN_VOLTAGE = "this pin sets the processor's voltage on H3 boards: choose another", "此引脚在 H3 板上控制处理器电压：请换一个";
    PIN_OF_PORT = "this pin belongs to {0} ({1} and {2}), which {3} uses: choose another pin", "此引脚属于 {0}（{1} 和 {2}），{3} 正在使用：请换一个引脚";
    PATH_TWICE = "this device is used twice: {0} has it too, in line {1}", "此设备用了两次：第 {1} 行的 {0} 也用了它";

    // What is wrong with the hardware, and how to mend it
    TROUBLE_DENIED = "{0} may not be opened", "无权打开 {0}";
    MEND_DENIED = "the box's user needs the group {0}: sudo usermod -aG {0} $USER, then log in again; the package's udev rules (60-minmax-h3.rules) give the device to that group", "运行用户需要属于 {0} 组：sudo usermod -aG {0} $USER，然后重新登录；软件包中的 udev 规则（60-minmax-h3.rules）会把设备交给该组";
    TROUBLE_NO_DEVICE = "{0} is not there", "没有 {0}";
    MEND_OVERLAY = "switch {0} on: a line overlays={1} in /boot/armbianEnv.txt (Armbian; several names with spaces between), then restart; then see {2}", "请启用 {0}：在 /boot/armbianEnv.txt 中写 overlays={1}（Armbian；多个名字用空格分开），然后重启；再看 {2}";
    MEND_PLUG_IN = "plug the adapter in, and see {0}", "请插上适配器，再看 {0}";
    MEND_SEE = "see {0}", "请看 {0}";
    TROUBLE_NO_UART = "{0} has a device file, but no hardware behind it (EIO)", "{0} 只有设备文件，背后没有硬件（EIO）";
    MEND_NO_UART = "switch the line on: overlays=uart3, or another one, in /boot/armbianEnv.txt (Armbian), then restart; with UART3 alone in a mainline device tree it is /dev/ttyS1", "请启用串口：在 /boot/armbianEnv.txt 中写 overlays=uart3 或其他串口（Armbian），然后重启；主线设备树中只启用 UART3 时它是 /dev/ttyS1";
    TROUBLE_BUSY = "another program uses {0}", "其他程序正在使用 {0}";
    MEND_BUSY_UART = "see who: sudo fuser -v {0}; a running box ends by: sudo systemctl stop minmax-h3, a login prompt by: sudo systemctl disable --now serial-getty@{1}.service", "查看占用者：sudo fuser -v {0}；停止正在运行的 box：sudo systemctl stop minmax-h3；关闭登录提示：sudo systemctl disable --now serial-getty@{1}.service";
    TROUBLE_NO_TTY = "{0} is no serial line", "{0} 不是串口";
    TROUBLE_NO_BUS = "{0} is no I2C bus", "{0} 不是 I2C 总线";
    TROUBLE_CONSOLE = "{0} is the system's console too: its messages would mix with the game", "{0} 同时是系统控制台：系统消息会与棋局混在一起";
    MEND_CONSOLE = "take another line; or take the console off this one: sudo systemctl disable --now serial-getty@{0}.service, and console=display in /boot/armbianEnv.txt (Armbian)", "请换一个串口；或让控制台离开它：sudo systemctl disable --now serial-getty@{0}.service，并在 /boot/armbianEnv.txt 中写 console=display（Armbian）";
    TROUBLE_OTHER = "{0}: {1}", "{0}：{1}";
    MEND_OTHER = "see the kernel's messages: sudo dmesg", "请看内核消息：sudo dmesg";
    TROUBLE_NAK = "no display answers at {1} on {0}", "{0} 上地址 {1} 没有显示屏应答";
    MEND_NAK = "swap SDA and SCL, check ground and 3.3 V, or try address = {0}", "请对调 SDA 和 SCL，检查地线和 3.3 V，或试试 address = {0}";
    TROUBLE_BUS_HANGS = "the bus {0} hangs", "总线 {0} 无响应";
    MEND_BUS_HANGS = "something holds SDA or SCL low: look for a short circuit, swapped wires or missing pull-ups", "SDA 或 SCL 被拉低：请检查短路、接反或缺少上拉电阻";
    TROUBLE_NO_CHIP = "no GPIO chip here has the label {0}", "没有标签为 {0} 的 GPIO 芯片";
    MEND_NO_CHIP = "the labels here are: {0}", "这里的标签有：{0}";
    MEND_NO_CHIPS = "this system has no GPIO chip at all: run the check on the board", "本系统没有任何 GPIO 芯片：请在板上运行检查";
    TROUBLE_NO_LINE = "{0}: this chip has the lines 0 to {1}", "{0}：该芯片的线为 0 到 {1}";
    MEND_NO_LINE = "choose one of these", "请从中选择";
    MEND_BUSY_PIN = "choose another pin (gpioinfo shows who has it), or stop the running box: sudo systemctl stop minmax-h3", "请换一个引脚（gpioinfo 可查看占用者），或停止正在运行的 box：sudo systemctl stop minmax-h3";
    TROUBLE_NO_BIAS = "{0}: this chip has no pull-up resistors of its own", "{0}：该芯片没有内部上拉电阻";
    MEND_NO_BIAS = "wire 10 kilohms from each column to 3.3 V, and write bias = \"external\"", "每列接 10 千欧电阻到 3.3 V，并写 bias = \"external\"";
    TROUBLE_NO_FOLDER = "{0} is not there", "没有目录 {0}";
    MEND_NO_FOLDER = "the service makes it when it starts; by hand: sudo install -d -o $USER {0}", "服务启动时会创建；手动创建：sudo install -d -o $USER {0}";
    TROUBLE_FOLDER = "{0} cannot be written: {1}", "{0} 不可写：{1}";
    MEND_READ_ONLY = "its disk is mounted read-only: look at dmesg for the reason, then sudo mount -o remount,rw the disk of {0}", "所在磁盘为只读：用 dmesg 查看原因，然后对 {0} 所在的磁盘执行 sudo mount -o remount,rw";
    MEND_NOT_A_FOLDER = "a file stands there: name another folder, such as /var/lib/minmax-h3", "那里是一个文件：请换一个目录，如 /var/lib/minmax-h3";
    MEND_FULL = "make room on its disk: df -h {0}", "请腾出磁盘空间：df -h {0}";
    MEND_OTHER_FOLDER = "no files can be made there: name a folder on the card, such as /var/lib/minmax-h3", "那里不能创建文件：请换用存储卡上的目录，如 /var/lib/minmax-h3";
    MEND_FOLDER = "give it to the box's user: sudo chown $USER {0}", "请交给运行用户：sudo chown $USER {0}";
    TROUBLE_ADDRESS_USED = "{0} is in use", "{0} 已被占用";
    MEND_ADDRESS_USED = "another program listens there, perhaps a box that runs already: see sudo ss -ltnp, or choose another port", "其他程序正在监听，也可能棋盒已在运行：请看 sudo ss -ltnp，或换一个端口";
    TROUBLE_NOT_OUR_ADDRESS = "{0}: this machine has no such address", "{0}：本机没有这个地址";
    MEND_NOT_OUR_ADDRESS = "see ip address; 0.0.0.0:{0} is every address of this machine", "请看 ip address；0.0.0.0:{0} 表示本机的所有地址";
    TROUBLE_ADDRESS_DENIED = "{0} may not be listened on", "不允许监听 {0}";
    MEND_ADDRESS_DENIED = "take a port above 1023, such as 8000", "请用 1023 以上的端口，如 8000";
    TROUBLE_NO_TOKEN = "{0} holds no token: one line of 8 to 200 visible characters without a space", "{0} 中没有令牌：应为一行 8 到 200 个可见字符，不含空格";
    MEND_NO_TOKEN = "write one: head -c 15 /dev/urandom | base64 | sudo tee {0}", "写入一个：head -c 15 /dev/urandom | base64 | sudo tee {0}";
    TROUBLE_TOKEN_FILE = "{0} cannot be read: {1}", "无法读取 {0}：{1}";
    MEND_TOKEN_FILE = "it must be there, and readable by the box's user: sudo chown $USER {0}", "文件必须存在，且运行用户可读：sudo chown $USER {0}";
    TROUBLE_NO_COMMAND = "there is no command {0}", "没有命令 {0}";
    MEND_NO_COMMAND = "write its whole path", "请写完整路径";

    // The check
    CHECK_OK = "ok", "正常";
    CHECK_NOTE = "note", "注意";
    CHECK_WRONG = "WRONG", "错误";
    CHECK_FIX = "fix: {0}", "解决：{0}";
    CHECK_GAME = "{0}; {1}, {2}", "{0}；{1}，{2}";
    CHECK_SERIAL = "{0}, {1} baud", "{0}，{1} 波特";
    CHECK_KEYPAD = "{0} rows {1}, {2} columns {3}", "{0} 行 {1}，{2} 列 {3}";
    CHECK_OLED = "{0}, address {1}", "{0}，地址 {1}";
    CHECK_STORE = "{0}, finished games up to {1} MiB", "{0}，已完成的棋局最多 {1} MiB";
    CHECK_HTTP = "http://{0}, anybody may play", "http://{0}，任何人都可下棋";
    CHECK_HTTP_TOKEN = "http://{0}, with the token of {1}", "http://{0}，使用 {1} 中的令牌";
    CHECK_HTTP_ALONE = "only this machine opens that: bind = \"0.0.0.0:{0}\" opens it to the network", "仅本机可访问：bind = \"0.0.0.0:{0}\" 供局域网访问";
    CHECK_FILE_FIRST = "the hardware is looked at when the file is right", "文件正确之后才检查硬件";
    CHECK_WELL = "All is well.", "一切正常。";
    CHECK_FAULTS = "Wrong: {0}.", "错误：{0} 处。";
    TOML_FILE_NOT_TEXT = "{0} is not text in UTF-8", "{0} 不是 UTF-8 文本";
    NEEDS_LINUX = "the box needs Linux: this system has neither GPIO chips nor I2C buses", "box 需要 Linux：本系统没有 GPIO 芯片和 I2C 总线";

    // Matches
    ABOUT_MATCH = "One player against others over many games: Elo and its error, or a test", "让一位棋手与其他棋手对弈多局：给出 Elo 差及误差，或作序贯检验";
    SPEC_WORD = "a player is level:N, search, random or cmd:COMMAND, with words such as nodes=N, time=SECONDS or binary=PATH between commas", "棋手为 level:N、search、random 或 cmd:命令，可用逗号加上 nodes=N、time=秒数、binary=路径 等";
    SPEC_NOT_BUILT = "this strategy is not built yet; take level:N, search, random or cmd:COMMAND", "该策略尚未实现；请用 level:N、search、random 或 cmd:命令";
    SPEC_ONE_PLAYER = "these words name more than one player", "这里写了不止一位棋手";
    SPEC_RANDOM_ALONE = "random takes no other word but name", "random 除 name 外不带其他词";
    SPEC_NO_COMMAND = "cmd: takes a command with its arguments, quoted as in a shell", "cmd: 之后应为命令及其参数，引号用法与 shell 相同";
    SPEC_FIVE_ONLY = "a Gomocup brain plays five in a row only, on boards of 5 and more cells a side", "Gomocup 引擎只下五子连线，棋盘边长至少为 5";
    EXPECT_SPRT = "two Elo differences, the lower one first, and perhaps two probabilities below 0.5: 0,10 or 0,10,0.05,0.05", "两个 Elo 差，小的在前，之后可加两个小于 0.5 的概率：0,10 或 0,10,0.05,0.05";
    EXPECT_ROWS_FROM = "rows are counted from top or from bottom", "行号从 top（上）或 bottom（下）数起";
    EXPECT_OPENINGS_FORMAT = "openings are written as offset or pos", "开局的写法为 offset 或 pos";
    EXPECT_SAVE_FORMAT = "games are saved as psq or sgf", "棋局保存为 psq 或 sgf";
    EXPECT_TOLERANCE = "the tolerance is in seconds from 0 to 86400, such as 0.5", "容差以秒计，0 到 86400，如 0.5";
    OPENINGS_FAILED = "the openings in {0} cannot be used: {1}", "无法使用 {0} 中的开局：{1}";
    OPENINGS_NOT_TEXT = "the file is not text in UTF-8", "文件不是 UTF-8 文本";
    OPENINGS_MALFORMED = "line {0} is no opening, or none of this file's kind: write points such as h8i9k6 in all lines, or offsets such as 0,0, 1,-1, 3,2 in all", "第 {0} 行不是开局，或与本文件的写法不同：请全用点位如 h8i9k6，或全用偏移如 0,0, 1,-1, 3,2";
    OPENINGS_OFF_BOARD = "line {0} names a point that is not on the board", "第 {0} 行有一点不在棋盘上";
    OPENINGS_ILLEGAL = "move {1} of line {0} cannot be played", "第 {0} 行的第 {1} 手无法落子";
    OPENINGS_OVER = "line {0} ends the game", "第 {0} 行下完时棋局已结束";
    OPENINGS_EMPTY = "there are none in it", "其中没有开局";
    MATCH_NOT_READY = "the player {0} does not begin a game: {1}", "棋手 {0} 未能开局：{1}";
    FAULT_START = "it cannot be started: {0}", "无法启动：{0}";
    FAULT_CRASH = "it has ended, or does not speak the Gomocup protocol: {0}", "已退出，或不使用 Gomocup 协议：{0}";
    FAULT_HANG = "it was silent for {0} s", "{0} 秒没有应答";
    SAVE_EXISTS = "{0} holds saved games already: choose another folder", "{0} 中已有保存的棋局：请换一个目录";
    SAVE_FAILED = "games are missing in {0}: {1}", "{0} 中缺少部分棋局：{1}";
    HELP_OPTION_FIRST = "The player who meets all others: --first level:5", "与其他棋手逐一对弈的棋手：--first level:5";
    HELP_OPTION_SECOND = "The other player: --second search,nodes=10000,binary=old/minmax-h3", "对手：--second search,nodes=10000,binary=old/minmax-h3";
    HELP_OPTION_AGAINST = "One more opponent, as often as wanted: --against level:4 --against 'time=1,cmd:./pbrain-other'", "再加一位对手，可多次使用：--against level:4 --against 'time=1,cmd:./pbrain-other'";
    HELP_OPTION_GAMES = "Games against each opponent: --games 1000 [default: 200]", "与每位对手的局数：--games 1000 [默认 200]";
    HELP_OPTION_JOBS = "Games played at once: --jobs 2 [default: 1]", "同时进行的局数：--jobs 2 [默认 1]";
    HELP_OPTION_OPENINGS = "File with an opening on each line, or none to begin on the empty board: --openings book.txt [default: balanced ones, by own search]", "开局文件，每行一个；none 为从空棋盘开始：--openings book.txt [默认自动搜索均势开局]";
    HELP_OPTION_OPENINGS_FORMAT = "offset (0,0, 1,-1: right and down from the centre) or pos (h8i9): --openings-format pos [default: as the file looks]", "offset（0,0, 1,-1：自中心向右、向下）或 pos（h8i9）：--openings-format pos [默认按文件内容判断]";
    HELP_OPTION_ROWS_FROM = "Whether the file counts rows from the top or the bottom: --from bottom [default: top, as match managers do]", "开局文件的行号从 top（上）还是 bottom（下）数起：--from bottom [默认 top，与各对局管理程序相同]";
    HELP_OPTION_SPRT = "Stop when a test decides between two Elo differences (elo0,elo1[,alpha,beta]): --sprt 0,10 [alpha and beta: 0.05]", "序贯检验两个 Elo 差，有结论即停（elo0,elo1[,alpha,beta]）：--sprt 0,10 [alpha 和 beta 默认 0.05]";
    HELP_OPTION_SAVE = "Save every game in this folder: --save games", "把每局保存到此目录：--save games";
    HELP_OPTION_SAVE_FORMAT = "psq (Piskvork) or sgf (with scores and times): --save-format psq [default: sgf]", "psq（Piskvork）或 sgf（含评分和用时）：--save-format psq [默认 sgf]";
    HELP_OPTION_DRAW_AFTER = "A game of so many moves is a draw: --draw-after 180 [default: the full board]", "下满这么多手即判和：--draw-after 180 [默认下满棋盘]";
    HELP_OPTION_TOLERANCE = "Seconds that an answer may be late: --tolerance 0.1 [default: 1, as Gomocup's managers]", "应答允许迟到的秒数：--tolerance 0.1 [默认 1，与 Gomocup 管理程序相同]";
    HELP_OPTION_PATIENCE = "Seconds after which a silent player is taken to hang, past its time; six times as long without a clock: --patience 3 [default: 10]", "超时后再等多少秒即视为失去响应；无时限者为其六倍：--patience 3 [默认 10]";
    HELP_OPTION_MATCH_TIME = "Seconds for a move of whoever names no limit of his own: --time 0.5", "每步秒数，用于未自带限制的棋手：--time 0.5";
    HELP_OPTION_MATCH_CLOCK = "Seconds for a whole game, and perhaps more for each move: --clock 60+0.5", "每局总秒数，可加每步增加的秒数：--clock 60+0.5";
    HELP_OPTION_MATCH_DEPTH = "Plies for a move of whoever names no limit of his own: --depth 8", "搜索层数，用于未自带限制的棋手：--depth 8";
    HELP_OPTION_MATCH_NODES = "Nodes for a move of whoever names no limit of his own: --nodes 8000", "搜索节点数，用于未自带限制的棋手：--nodes 8000";
    HELP_OPTION_MATCH_THREADS = "Search threads of each player: --threads 2 [default: 1]", "每位棋手的搜索线程数：--threads 2 [默认 1]";
    HELP_OPTION_MATCH_HASH = "MiB of each player for searched positions: --hash 64 [default: 16, less for few nodes]", "每位棋手存放已搜索局面的内存（MiB）：--hash 64 [默认 16，节点少时更小]";
    HELP_OPTION_MATCH_SEED = "Draws openings and the players' errors; the same number draws the same again: --seed 1 [default: by chance]", "决定随机开局和棋手的失误；同一数字可重现：--seed 1 [默认随机]";
    HELP_MATCH_EXAMPLES = "\
Players are words between commas, in any order; cmd: takes all that follows it.
  level:5                                  the engine at a level
  search,nodes=8000                        the engine at full strength, 8000 nodes a move
  search,time=0.5,binary=old/minmax-h3     another build of it, in its own process
  time=0.5,cmd:./pbrain-other --quiet      any program that speaks the Gomocup protocol
  random                                   any legal move
Words: nodes=, depth=, time=, clock=, threads=, hash=, binary=, name=.

Examples:
  minmax-h3 match --first level:6 --second level:5 --games 100 --jobs 2
  minmax-h3 match --first search,binary=new/minmax-h3 --second search,binary=old/minmax-h3 \\
      --nodes 8000 --games 20000 --sprt 0,10 --openings book.txt
  minmax-h3 match --first level:7 --against level:6 --against random --save games

Time is measured from the question to the answer. A player who is late, plays an illegal move,
crashes or hangs loses that game, and begins the next one anew. Ctrl-C and SIGTERM print what is
known.

Exit codes: 0 ok, 1 failed, 2 wrong usage, 130 stopped by Ctrl-C, 143 by SIGTERM.", "\
棋手由逗号分隔的词组成，顺序不限；cmd: 之后的内容全部属于命令。
  level:5                                  某一级别的引擎
  search,nodes=8000                        全力搜索，每步 8000 个节点
  search,time=0.5,binary=old/minmax-h3     另一个版本，在单独的进程中
  time=0.5,cmd:./pbrain-other --quiet      任何使用 Gomocup 协议的程序
  random                                   随机落子
可用的词：nodes=、depth=、time=、clock=、threads=、hash=、binary=、name=。

示例：
  minmax-h3 match --first level:6 --second level:5 --games 100 --jobs 2
  minmax-h3 match --first search,binary=new/minmax-h3 --second search,binary=old/minmax-h3 \\
      --nodes 8000 --games 20000 --sprt 0,10 --openings book.txt
  minmax-h3 match --first level:7 --against level:6 --against random --save games

用时从提问算到应答。超时、违规、崩溃或失去响应的棋手输掉该局，下一局重新开始。
按 Ctrl-C 或收到 SIGTERM 时会打印已有结果。

退出码：0 正常，1 失败，2 用法错误，130 由 Ctrl-C 停止，143 由 SIGTERM 停止。";

    ABOUT = "Tic-tac-toe, gomoku and other rows on a board, against a strong engine", "井字棋、五子棋等连子棋，与强劲的引擎对弈";
    ABOUT_PLAY = "A game in the terminal (what happens without a command)", "在终端里下棋（不写命令时也是如此）";
    ABOUT_PERFT = "How many games, tree nodes and different positions there are, ply by ply", "逐层统计对局数、搜索树节点数和不同局面数";
    ABOUT_BENCH = "Fixed positions searched for fixed nodes: speed, and a signature of the search", "以固定节点数搜索固定局面：速度，以及搜索行为的签名";
    ABOUT_GOMOCUP = "A brain for gomoku managers: the Gomocup protocol on standard input and output", "供五子棋对局管理程序使用的引擎：在标准输入输出上使用 Gomocup 协议";
    ABOUT_BOX = "A game box with keypad, display, serial terminal and robot, as its file says", "棋盒：按配置文件使用键盘、显示屏、串口终端和机器人";
    USAGE_NEEDS = "{0} needs {1}: see minmax-h3 {0} --help", "{0} 需要 {1}：请看 minmax-h3 {0} --help";
    USAGE_TOP = "minmax-h3 [OPTIONS]\n       minmax-h3 <COMMAND> [OPTIONS]", "minmax-h3 [选项]\n       minmax-h3 <命令> [选项]";
    USAGE_COMMAND = "minmax-h3 {0} [OPTIONS]", "minmax-h3 {0} [选项]";
    HEADING_USAGE = "Usage:", "用法：";
    HEADING_COMMANDS = "Commands", "命令";
    HEADING_OPTIONS = "Options", "选项";
    HELP_OPTION_GAME = "tictactoe, 4x4, gomoku, renju, or columns,rows,length: --game 7,6,4 [default: gomoku]", "tictactoe、4x4、gomoku、renju，或列数,行数,连子数：--game 7,6,4 [默认 gomoku]";
    HELP_OPTION_SIZE = "Side of the gomoku or renju board, 5 to 20: --size 19 [default: 15]", "五子棋棋盘边长，5 到 20：--size 19 [默认 15]";
    HELP_OPTION_RULE = "freestyle (five or more win), standard (exactly five), renju (Black has forbidden points), caro or caro-overline (not closed at both ends): --rule standard [default: freestyle]", "freestyle（五子以上获胜）、standard（恰好五子）、renju（黑方有禁手）、caro 或 caro-overline（两端不得都被堵）：--rule standard [默认 freestyle]";
    HELP_OPTION_FOUL = "A forbidden move in renju is refused, or loses the game as in tournaments: --foul loses [default: refused]", "连珠中的禁手：refused 拒绝，loses 判负（如正式比赛）：--foul loses [默认 refused]";
    HELP_OPTION_PLAYERS = "Who plays Black and who White, human or engine: --players engine,engine [default: human,engine]", "黑方和白方由谁执棋，human 或 engine：--players engine,engine [默认 human,engine]";
    HELP_OPTION_SIDE = "You play first or second against the engine: --side second", "与引擎对弈时您先手还是后手：--side second";
    HELP_OPTION_LEVEL = "The engine's strength, 1 (a child can win) to 10 (full): --level 3 [default: 5]", "引擎级别，1（孩子也能赢）到 10（最强）：--level 3 [默认 5]";
    HELP_OPTION_TIME = "Seconds for a move, instead of the level's limits (its errors stay; --level 10 has none): --time 2.5", "每步秒数，代替级别自身的限制：--time 2.5";
    HELP_OPTION_DEPTH = "Plies to search, instead of the level's limits: --depth 8", "搜索层数，代替级别自身的限制：--depth 8";
    HELP_OPTION_NODES = "Nodes to search, instead of the level's limits: --nodes 100000", "搜索节点数，代替级别自身的限制：--nodes 100000";
    HELP_OPTION_SEED = "Varies the choice among equal moves; the same number plays the same again: --seed 1 [default: by chance]", "在同样好的着法中选择；同一数字可重现：--seed 1 [默认随机]";
    HELP_OPTION_HASH = "Memory for searched positions in MiB, 1 to {0}: --hash 64 [default: {1}]", "存放已搜索局面的内存（MiB），1 到 {0}：--hash 64 [默认 {1}]";
    HELP_OPTION_THREADS = "Search threads, 1 to {0}; only one plays the same again: --threads 4 [default: 1]", "搜索线程数，1 到 {0}；只有单线程可重现：--threads 4 [默认 1]";
    HELP_OPTION_BENCH_THREADS = "Search threads, 1 to {0}: the speed of several; only one has a signature: --threads 4 [default: 1]", "搜索线程数，1 到 {0}：测量多线程的速度；只有单线程有签名：--threads 4 [默认 1]";
    HELP_OPTION_CONFIG = "The file that says what the box is made of: --config /etc/minmax-h3/box.toml", "说明棋盒组成的文件：--config /etc/minmax-h3/box.toml";
    HELP_OPTION_CHECK = "Look whether the file is right and everything that it names is there, print a table with a fix for whatever is wrong, and end", "检查文件是否正确、其中的硬件是否都在，打印表格并给出解决办法，然后退出";
    HELP_OPTION_LANG = "en or zh: --lang zh [default: as the locale says]", "en 或 zh：--lang zh [默认按系统语言]";
    HELP_OPTION_LOG_LEVEL = "What is logged, on standard error: off, error, warn, info, debug or trace: --log-level debug [default: warn, with --log-file info]", "在标准错误上记录哪些日志：off、error、warn、info、debug 或 trace：--log-level debug [默认 warn，用 --log-file 时为 info]";
    HELP_OPTION_LOG_FILE = "Log to the end of this file instead, as frames for defmt-print: --log-file box.defmt", "改为追加记录到此文件（defmt-print 可读）：--log-file box.defmt";
    HELP_OPTION_PERFT_DEPTH = "Plies to count: --depth 5 [default: to the end of the game; 3 on boards of more than 40 cells, whose end never comes]", "统计的层数：--depth 5 [默认到终局；超过 40 格的棋盘永远数不完，默认 3 层]";
    HELP_OPTION_PERFT_HASH = "Largest memory for different positions in MiB, 1 to {0}: --hash 1024 [default: {1}]", "存放不同局面的最大内存（MiB），1 到 {0}：--hash 1024 [默认 {1}]";
    HELP_OPTION_WALK = "Play every single game instead: slow, and positions are not counted", "逐一下完每一局：较慢，且不统计局面";
    HELP_OPTION_DIALECT = "Who speaks to the brain: gomocup, or yixin for Yixin's boards, whose rule 2 is renju: --dialect yixin [default: gomocup]", "与引擎对话的一方：gomocup，或 yixin（弈心界面，其规则 2 为连珠）：--dialect yixin [默认 gomocup]";
    HELP_OPTION_BRAIN_LEVEL = "Level from 1 (a child can beat it) to 10 (all that the manager's time allows): --level 5 [default: 10]", "级别，从 1（孩子也能赢）到 10（用足对局时间）：--level 5 [默认 10]";
    HELP_OPTION_BRAIN_TIME = "Seconds for each move, if the manager allows more: --time 0.5", "每步至多思考的秒数（对局程序给得更多时）：--time 0.5";
    HELP_OPTION_RESERVE = "Milliseconds of each move kept back for a slow board or a slow way to the manager: --reserve-ms 100", "每步留出的毫秒数，供较慢的开发板或通信使用：--reserve-ms 100";
    HELP_OPTION_BRAIN_THREADS = "Search threads, until the manager asks for another number: --threads 4 [default: 1]", "搜索线程数，对局程序另有要求时以其为准：--threads 4 [默认 1]";
    HELP_OPTION_BRAIN_HASH = "Memory for searched positions in MiB, 1 to {0}: --hash 64 [default: by the manager's max_memory, else {1}]", "已搜索局面的内存，单位 MiB，1 到 {0}：--hash 64 [默认按对局程序的 max_memory，否则 {1}]";
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
  minmax-h3 bench --threads 4              nodes a second of four threads

Exit codes: 0 ok, 1 failed, 2 wrong usage.", "\
示例：
  minmax-h3 bench                          本机每秒节点数
  minmax-h3 bench --quick                  只看签名
  minmax-h3 bench --threads 4              四个线程的每秒节点数

退出码：0 正常，1 失败，2 用法错误。";
    HELP_GOMOCUP_EXAMPLES = "\
Examples:
  minmax-h3 gomocup                        what a manager starts
  minmax-h3 gomocup --level 5 --reserve-ms 100
  minmax-h3 gomocup --dialect yixin        for Yixin's boards
  cp minmax-h3 pbrain-minmax-h3            the same by its name, for Piskvork

By hand: START 15, INFO timeout_turn 1000, BEGIN, then TURN 7,8 (column and row
from 0, from the upper left corner) for each move of yours, END.

Exit codes: 0 ok, 1 failed, 2 wrong usage.", "\
示例：
  minmax-h3 gomocup                        由对局管理程序启动
  minmax-h3 gomocup --level 5 --reserve-ms 100
  minmax-h3 gomocup --dialect yixin        用于弈心界面
  cp minmax-h3 pbrain-minmax-h3            按文件名启动，用于 Piskvork

手动输入：START 15，INFO timeout_turn 1000，BEGIN，然后每走一步输入 TURN 7,8
（列和行，从左上角起，从 0 数起），最后 END。

退出码：0 正常，1 失败，2 用法错误。";
    HELP_BOX_EXAMPLES = "\
Examples:
  minmax-h3 box --config box.toml --check  what is there, and what is wrong
  minmax-h3 box --config box.toml
  sudo systemctl enable --now minmax-h3    as a service, with /etc/minmax-h3/box.toml

Exit codes: 0 ok, 1 failed or something is wrong, 2 wrong usage.", "\
示例：
  minmax-h3 box --config box.toml --check  检查硬件和文件
  minmax-h3 box --config box.toml
  sudo systemctl enable --now minmax-h3    作为服务运行，使用 /etc/minmax-h3/box.toml

退出码：0 正常，1 失败或有错误，2 用法错误。";
    HELP_EXAMPLES = "\
Examples:
  minmax-h3                                gomoku, you begin
  minmax-h3 play --game tictactoe --side second
  minmax-h3 play --size 19 --rule standard --level 8
  minmax-h3 play --players engine,engine --time 1
  printf 'h8\\nquit\\n' | minmax-h3 play --level 1 --seed 1
  minmax-h3 play --players engine,engine | tee game.txt
  minmax-h3 perft --help                   the other commands' options

On a pipe the end of the input ends the program at once, whoever plays.

Exit codes: 0 ok, 1 failed, 2 wrong usage, 130 left by Ctrl-C.", "\
示例：
  minmax-h3                                五子棋，您先手
  minmax-h3 play --game tictactoe --side second
  minmax-h3 play --size 19 --rule standard --level 8
  minmax-h3 play --players engine,engine --time 1
  printf 'h8\\nquit\\n' | minmax-h3 play --level 1 --seed 1
  minmax-h3 play --players engine,engine | tee game.txt
  minmax-h3 perft --help                   其他命令的选项

从管道输入时，输入一结束程序就立即退出，无论由谁执棋。

退出码：0 正常，1 失败，2 用法错误，130 由 Ctrl-C 退出。";

    // The web
    HTTP_BUSY = "all searches are busy: try again in a moment", "搜索已满，请稍后再试";
    HTTP_FAILED = "the search failed: try again", "搜索出错，请重试";
    HTTP_NOT_FOUND = "there is nothing at this address", "此地址没有内容";
    HTTP_NOT_UNDERSTOOD = "the request cannot be understood", "无法理解该请求";
    HTTP_METHOD = "this address does not take the method {0}", "此地址不接受 {0} 方法";
    HTTP_FOREIGN = "the page of another site asks for this", "该请求来自其他网站的网页";
    HTTP_TOKEN = "this needs the token: Authorization: Bearer TOKEN", "需要令牌：Authorization: Bearer 令牌";
    HTTP_NOT_JSON = "the body must be JSON: Content-Type: application/json", "内容须为 JSON：Content-Type: application/json";
    HTTP_TOO_LARGE = "the body is larger than {0} KiB", "内容超过 {0} KiB";
    HTTP_CUT_OFF = "the body has not come whole", "内容不完整";
    HTTP_SLOW = "the body came too slowly", "内容传送过慢";
    HTTP_BODY = "the body is not what is expected here: {0}", "内容不符合要求：{0}";
    HTTP_FIELD = "{0}: {1}", "{0}：{1}";
    JSON_UNKNOWN = "unknown field `{0}`: there are {1}", "没有字段 `{0}`：可用 {1}";
    JSON_NO_FIELDS = "unknown field `{0}`: nothing is expected here", "没有字段 `{0}`：此处无需内容";
    JSON_MISSING = "missing field `{0}`", "缺少字段 `{0}`";
    JSON_TWICE = "duplicate field `{0}`", "字段 `{0}` 重复";
    JSON_TYPE = "this is to be {0}, not {1}", "应为{0}，而不是 {1}";
    JSON_NUMBER = "a whole number", "整数";
    JSON_TEXT = "text", "文本";
    JSON_LIST = "a list", "数组";
    JSON_OBJECT = "an object", "对象";
    JSON_BROKEN = "this is no JSON: {0} ({1})", "不是有效的 JSON：{0}（{1}）";
    HTTP_ONLY_RENJU = "points are forbidden in renju only", "只有连珠规则才有禁手";
    HTTP_TWICE = "board: two stones on x {0}, y {1}", "board：x {0}、y {1} 处有两枚棋子";
    HTTP_TWO_WINNERS = "board: both sides have a winning row", "board：双方都已连成一线";
    HTTP_COUNTS = "board: {0} black and {1} white stones; the player to move has as many as the other, or one fewer", "board：黑子 {0}，白子 {1}；轮到的一方棋子数须与对方相等或少一枚";
    HTTP_RENJU_ORDER = "board: {0} black and {1} white stones; in renju Black begins, so it is the other side's turn", "board：黑子 {0}，白子 {1}；连珠由黑方先行，应轮到另一方";
    HTTP_BLACK_HAS_WON = "the game is over: Black has won", "棋局已结束：黑方已胜";
    HTTP_WHITE_HAS_WON = "the game is over: White has won", "棋局已结束：白方已胜";
    HTTP_BOARD_IS_FULL = "the game is over: the board is full", "棋局已结束：棋盘已满";
    SERVE_ONLY_HERE = "Only this machine can open it. For others on the network: --bind 0.0.0.0:{0}", "仅本机可访问。供局域网内其他设备访问：--bind 0.0.0.0:{0}";
    SERVE_OPEN = "Everybody on the network can open it and play. Writing can be kept to those who know a token: --token-file FILE", "局域网内任何人都可打开并下棋。如需限制写入：--token-file 文件";
    SERVE_NO_ADDRESS = "{0}: {1}", "{0}：{1}";
    SERVE_ADDRESS_USED = "{0} is in use: choose another port with --bind", "{0} 已被占用：请用 --bind 换一个端口";
    SERVE_NO_TOKEN = "{0}: a token is one line of 8 to 200 visible characters without a space", "{0}：令牌应为一行 8 到 200 个可见字符，不含空格";
    EXPECT_BIND = "an address and a port, as 127.0.0.1:8000", "应为地址和端口，如 127.0.0.1:8000";
    ABOUT_SERVE = "The web page and the move service", "网页与走子服务";
    HELP_OPTION_SERVE_CONFIG = "A box's file; of it [http] and [store] are used, as far as no option here says otherwise: --config /etc/minmax-h3/box.toml", "棋盒的配置文件；采用其中的 [http] 和 [store]，以此处的选项为先：--config /etc/minmax-h3/box.toml";
    HELP_OPTION_BIND = "Address and port to listen on: --bind 0.0.0.0:8000 for everybody on the network [default: 127.0.0.1:8000, this machine only]", "监听的地址和端口：--bind 0.0.0.0:8000 供局域网访问 [默认 127.0.0.1:8000，仅本机]";
    HELP_OPTION_TOKEN_FILE = "Whoever wants to change something must send the token in this file: --token-file /etc/minmax-h3/token", "写入操作须带此文件中的令牌：--token-file /etc/minmax-h3/token";
    HELP_OPTION_STORE = "Folder in which games are kept, to go on after a restart: --store /var/lib/minmax-h3 [default: in memory alone]", "保存棋局的文件夹，重新启动后继续：--store /var/lib/minmax-h3 [默认只在内存中]";
    HELP_OPTION_SEARCHES = "Searches at once, 1 to {0}: --searches 2 [default: the processor's cores]", "同时进行的搜索数，1 到 {0}：--searches 2 [默认处理器核数]";
    HELP_OPTION_QUEUE = "Requests that may wait for a search, 0 to {0}; those beyond get 503: --queue 16 [default: 64]", "等待搜索的请求数，0 到 {0}，超出则返回 503：--queue 16 [默认 64]";
    HELP_OPTION_MAX_TIME = "The longest that a search may take, in seconds: --max-time 10 [default: 60]", "单次搜索的最长秒数：--max-time 10 [默认 60]";
    HELP_SERVE_EXAMPLES = "\
Examples:
  minmax-h3 serve
  minmax-h3 serve --bind 0.0.0.0:8000 --searches 2 --max-time 10
  curl -H 'Content-Type: application/json' http://127.0.0.1:8000/api/bestmove \\
      -d '{\"board\":[{\"x\":7,\"y\":7,\"value\":1}],\"player\":2}'", "\
示例：
  minmax-h3 serve
  minmax-h3 serve --bind 0.0.0.0:8000 --searches 2 --max-time 10
  curl -H 'Content-Type: application/json' http://127.0.0.1:8000/api/bestmove \\
      -d '{\"board\":[{\"x\":7,\"y\":7,\"value\":1}],\"player\":2}'";
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
