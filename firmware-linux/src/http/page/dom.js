// Short ways to find and make elements.

export const byId = (id) => document.getElementById(id);

/** An SVG element with attributes, appended to its parent if there is one. */
export function svg(name, attributes = {}, parent) {
	const node = document.createElementNS('http://www.w3.org/2000/svg', name);
	for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, String(value));
	parent?.append(node);
	return node;
}

/** An HTML element with properties and children. */
export function html(name, properties = {}, ...children) {
	const node = Object.assign(document.createElement(name), properties);
	node.append(...children);
	return node;
}

/** Writes a text only where it is another one, so that screen readers do not say it again. */
export function write(node, text) {
	if (node.textContent !== text) node.textContent = text;
}

/** Sets an attribute, or takes it away where the value is null; only where that changes it. */
export function attribute(node, name, value) {
	if (value === null) node.removeAttribute(name);
	else if (node.getAttribute(name) !== String(value)) node.setAttribute(name, String(value));
}
