// Server-sent events read from a fetch, for `EventSource` can neither post nor hear heartbeats.

/**
 * The events of a response, each with its name and data. Comments, which keep the connection
 * alive, come as events of the name `comment`.
 */
export async function* readEvents(response) {
	const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
	let rest = '';
	for (;;) {
		const { value, done } = await reader.read();
		if (done) return;
		const blocks = (rest + value).replace(/\r\n?/g, '\n').split('\n\n');
		rest = blocks.pop();
		for (const block of blocks) yield parse(block);
	}
}

/** One event: lines of `field: value`. */
function parse(block) {
	const event = { name: 'comment', data: '' };
	for (const line of block.split('\n')) {
		const [, field, value] = /^([a-z]+): ?(.*)$/.exec(line) ?? [];
		if (field === 'event') event.name = value;
		if (field === 'data') event.data += value;
	}
	return { name: event.name, data: event.data ? JSON.parse(event.data) : null };
}
