// Elements of the page.

export const find = (id) => document.getElementById(id);

export function made(name, text, attributes = {}) {
  const one = document.createElement(name);
  one.textContent = text ?? "";
  for (const [key, value] of Object.entries(attributes)) one.setAttribute(key, value);
  return one;
}
