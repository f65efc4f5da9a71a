// Every text of the page, English and Chinese side by side, and the way numbers are written.

/** @typedef {'en'|'zh'} Language */

const WORDS = {
	// The game
	tictactoe: ['Tic-tac-toe', '井字棋'],
	'4x4': ['4×4, four in a row', '4×4 四子棋'],
	gomoku: ['Gomoku', '五子棋'],
	mnk: ['{0}×{1}, {2} in a row', '{0}×{1}，{2} 子连线'],
	freestyle: ['Freestyle: five or more win', '自由规则：五子或更多获胜'],
	standard: ['Standard: exactly five win', '标准规则：恰好五子获胜'],
	renju: ['Renju: Black has forbidden points', '连珠规则：黑方有禁手'],
	caro: ['Caro: exactly five, not closed at both ends', 'Caro：恰好五子，两端不能都被堵'],
	'caro-overline': ['Caro with overlines: five or more, not closed at both ends', 'Caro 长连：五子或更多，两端不能都被堵'],
	black: ['Black', '黑方'],
	white: ['White', '白方'],
	cross: ['X', 'X 方'],
	nought: ['O', 'O 方'],
	human: ['Human', '玩家'],
	engine: ['Engine', '引擎'],
	level: ['Level', '级别'],

	// Whose turn, and how it ended
	yourMove: ['Your move ({0}).', '请您落子（{0}）。'],
	toMove: ['{0} to move.', '轮到{0}。'],
	thinks: ['{0} is thinking.', '{0}正在思考。'],
	looks: ['Looking for a hint.', '正在计算提示。'],
	loading: ['Loading the game.', '正在载入棋局。'],
	youWin: ['You win!', '您赢了！'],
	engineWins: ['The engine wins.', '引擎获胜。'],
	sideWins: ['{0} wins.', '{0}获胜。'],
	draw: ['A draw.', '和棋。'],
	resigned: ['{0} has resigned.', '{0}认输。'],
	foul: ['Black played a forbidden point.', '黑方走了禁手。'],
	stuck: ['Every point is forbidden to Black.', '黑方已无合法落点。'],
	position: ['Position after move {0} of {1}.', '第 {0} 手后的局面（共 {1} 手）。'],
	toGame: ['Back to game', '回到对局'],
	fromHere: ['Play on from here', '从这里继续下'],
	progress: ['{0}, {1} · depth {2} · {3} nodes · {4} s', '{0}，{1} · 深度 {2} · {3} 节点 · {4} 秒'],

	// Actions
	place: ['Play {0}', '落子 {0}'],
	cancel: ['Cancel', '取消'],
	undo: ['Undo', '悔棋'],
	redo: ['Redo', '重做'],
	hint: ['Hint', '提示'],
	resign: ['Resign', '认输'],
	moveNow: ['Move now', '立即落子'],
	newGame: ['New game', '新局'],
	share: ['Share and load', '分享与载入'],
	settings: ['Settings', '设置'],
	close: ['Close', '关闭'],
	boxGame: ["The box's game", '棋盒上的对局'],
	ownGame: ['My own game', '我的对局'],
	askResign: ['Resign this game?', '确定认输吗？'],
	keepPlaying: ['Play on', '继续下'],
	first: ['Start of the game', '开局'],
	previous: ['One move back', '上一手'],
	next: ['One move on', '下一手'],
	last: ['Latest move', '最后一手'],

	// Panel
	thought: ["The engine's thought", '引擎的思路'],
	noThought: ['What the engine thought of its move will stand here.', '引擎落子后，这里会说明它的思路。'],
	played: ['{0} played {1}.', '{0}落子 {1}。'],
	atOnce: ['That took no search.', '这一手无需搜索。'],
	looked: ['It looked ahead to depth {0} in {2} s (positions: {1}).', '向前看了 {0} 层、{1} 个局面，用时 {2} 秒。'],
	chance: ["It holds {0}'s chances at {1} %.", '它认为{0}的胜率为 {1}%。'],
	winsIn: ['It sees a win for {0} in {1}.', '它认为{0} {1} 步内必胜。'],
	hintIs: ['Hint: {0} ({1}).', '提示：{0}（{1}）。'],
	evaluation: ['Evaluation', '形势'],
	evaluationIs: ['{0} {1} %', '{0} {1}%'],
	graph: ['The game so far', '对局走势'],
	graphAt: ['Move {0}', '第 {0} 手'],
	moves: ['Moves', '棋谱'],
	noMoves: ['No move yet.', '尚未落子。'],
	analysis: ['What the engine thinks', '引擎怎么看'],
	analysisOff: ['Switch on to see score, depth and best line of the position shown.', '打开后显示当前局面的评分、深度和最佳变化。'],
	analysisWaits: ['Waits while the engine thinks about its own move.', '引擎正在考虑自己的着法，请稍候。'],
	analysisOver: ['The game is over.', '对局已结束。'],
	analysisRuns: ['Looking…', '正在分析…'],
	line: ['Best line', '最佳变化'],
	winIn: ['win in {0}', '{0} 步胜'],
	lossIn: ['loss in {0}', '{0} 步负'],
	players: ['Players', '对局双方'],
	fouls: ['Forbidden to Black: 33 double three, 44 double four, 6 overline.', '黑方禁手：33 三三，44 四四，6 长连。'],
	'double-three': ['double three', '三三禁手'],
	'double-four': ['double four', '四四禁手'],
	overline: ['overline', '长连禁手'],

	// The board in words
	board: ['Board', '棋盘'],
	boardHelp: ['Arrow keys move, Enter plays.', '方向键移动，回车落子。'],
	empty: ['{0}, empty', '{0}，空'],
	stone: ['{0}, {1}, move {2}', '{0}，{1}，第 {2} 手'],
	setUp: ['{0}, {1}', '{0}，{1}'],
	lastMove: ['{0}, last move', '{0}，最后一手'],
	forbidden: ['{0}, forbidden to Black: {1}', '{0}，黑方{1}'],
	suggested: ['{0}, hint', '{0}，提示'],
	plays: ['{0} plays {1}.', '{0}落子 {1}。'],
	takenBack: ['Taken back to move {0}.', '已退回到第 {0} 手。'],

	// New game
	game: ['Game', '棋种'],
	rule: ['Rule', '规则'],
	size: ['Board', '棋盘'],
	who: ['Who plays', '对局方式'],
	whoFirst: ['I begin', '我先手'],
	whoSecond: ['The engine begins', '引擎先手'],
	whoTwo: ['Two people', '双人对弈'],
	whoWatch: ['Engine against engine', '引擎对引擎'],
	start: ['Start', '开始'],
	easy: ['a child can win', '孩子也能赢'],
	medium: ['an even game', '势均力敌'],
	hard: ['hard', '较难'],
	full: ['full strength', '最强'],

	// Share
	link: ['Link to the position shown', '当前局面的链接'],
	copy: ['Copy', '复制'],
	copied: ['Copied.', '已复制。'],
	copyFailed: ['Please copy it by hand: it is selected.', '请手动复制：文字已选中。'],
	moveString: ['Moves as text', '棋谱文本'],
	asFile: ['The game as a file', '保存为文件'],
	load: ['Load a game', '载入棋局'],
	loadHelp: ['Moves such as h8g7i9, an SGF or a PSQ file', '棋谱文本（如 h8g7i9）、SGF 或 PSQ 文件'],
	loadText: ['Load text', '载入文本'],
	loadFile: ['Choose a file', '选择文件'],
	fileTooLarge: ['That file is larger than {0} KiB.', '文件超过 {0} KiB。'],
	nothingToLoad: ['Paste a game first.', '请先粘贴棋局。'],

	// Settings
	language: ['Language', '语言'],
	en: ['English', 'English'],
	zh: ['中文', '中文'],
	theme: ['Colours', '配色'],
	auto: ['As the device', '跟随设备'],
	light: ['Light', '浅色'],
	dark: ['Dark', '深色'],
	confirm: ['Confirm each move', '落子前确认'],
	confirmAuto: ['On touch screens', '触屏时'],
	on: ['Always', '总是'],
	off: ['Never', '从不'],
	numbers: ['Move numbers', '显示手数'],
	coordinates: ['Coordinates', '显示坐标'],
	foulsShown: ['Forbidden points (renju)', '显示禁手点（连珠）'],
	evaluationShown: ['Evaluation and graph', '显示形势与走势'],

	// Trouble
	token: ['A token is needed to play here', '下棋需要访问令牌'],
	tokenHelp: ['Whoever runs this server knows it. It is kept until the tab is closed.', '请向服务器管理员索取。关闭标签页后不再保留。'],
	tokenLabel: ['Token', '令牌'],
	tokenSend: ['Go on', '继续'],
	tokenWrong: ['That was not the right token.', '令牌不正确。'],
	offline: ['No connection. Trying again…', '连接已断开，正在重试…'],
	offlineIn: ['No connection. Trying again in {0} s.', '连接已断开，{0} 秒后重试。'],
	tryNow: ['Try now', '立即重试'],
	kept: ['{0} could not be sent. It is kept and offered again.', '{0} 未能发出，已保留，恢复连接后可再次落子。'],
	unreachable: ['The server cannot be reached.', '无法连接服务器。'],
	odd: ['The server answers oddly ({0}).', '服务器响应异常（{0}）。'],
	busyThen: ['{0} Try again in {1} s.', '{0} 请在 {1} 秒后重试。'],
	remade: ['The server had forgotten this game: it goes on from the moves kept here.', '服务器上已没有这局棋，已用本机的棋谱恢复。'],
	lost: ['That game is no longer there: here is a new one.', '该棋局已不存在：这是新的一局。'],
};

/** @type {Language} */
let language = 'en';

/** The language that a browser asks for. */
export function preferredLanguage() {
	return (navigator.language || 'en').toLowerCase().startsWith('zh') ? 'zh' : 'en';
}

export function setLanguage(wanted) {
	language = wanted;
	document.documentElement.lang = wanted === 'zh' ? 'zh-Hans' : 'en';
	translate();
}

/** What requests say in `Accept-Language`. */
export function languageTag() {
	return language === 'zh' ? 'zh-CN' : 'en';
}

/** The text of this name in the language chosen, with its places {0}, {1}… filled in. */
export function say(name, ...values) {
	const text = WORDS[name]?.[language === 'zh' ? 1 : 0] ?? name;
	return text.replace(/\{(\d)\}/g, (_, place) => String(values[Number(place)] ?? ''));
}

/** A whole number with its thousands apart, large ones rounded. */
export function count(value) {
	const options = value >= 100000 ? { notation: 'compact', maximumFractionDigits: 1 } : {};
	return new Intl.NumberFormat(languageTag(), options).format(value);
}

/** Milliseconds as seconds. */
export function seconds(ms) {
	return (ms / 1000).toFixed(ms < 10000 ? 2 : 0);
}

/** Joins sentences as the language does. */
export function sentences(...parts) {
	return parts.filter(Boolean).join(language === 'zh' ? '' : ' ');
}

/**
 * Fills in what the markup names: `data-text` the content, `data-label` the accessible name (and
 * the tooltip), `data-hint` an input's placeholder. Options are called by their values.
 */
function translate() {
	for (const node of document.querySelectorAll('[data-text]')) node.textContent = say(node.dataset.text);
	for (const node of document.querySelectorAll('option:empty')) node.label = say(node.value);
	for (const node of document.querySelectorAll('[data-label]')) {
		node.setAttribute('aria-label', say(node.dataset.label));
		if (node instanceof HTMLElement) node.title = say(node.dataset.label);
	}
	for (const node of document.querySelectorAll('[data-hint]')) node.placeholder = say(node.dataset.hint);
}
