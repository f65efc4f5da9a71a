// What is told besides the board: errors to dismiss, and words for screen readers.

import { byId, html, write } from './dom.js';
import { say } from './words.js';

// More than a person reads; older ones give way.
const MOST = 3;
const SHORT_MS = 4000;

/** Shows an error until it is dismissed. The same one is not shown twice. */
export function complain(trouble) {
	show(trouble.message ?? trouble, 'notice trouble');
}

/** Shows a remark for a few seconds. */
export function remark(text) {
	const notice = show(text, 'notice');
	if (notice) setTimeout(() => notice.remove(), SHORT_MS);
}

function show(text, className) {
	const place = byId('notices');
	if ([...place.children].some((other) => other.firstChild.textContent === text)) return null;
	const close = html('button', { className: 'icon', textContent: '✕' });
	close.setAttribute('aria-label', say('close'));
	const notice = html('div', { className }, html('span', { textContent: text }), close);
	close.addEventListener('click', () => notice.remove());
	place.append(notice);
	if (place.children.length > MOST) place.firstChild.remove();
	return notice;
}

/** Lets screen readers say it when they have finished what they say. */
export function announce(text) {
	write(byId('announcer'), text);
}
