// Elements of the page.

export const find = (id) => document.getElementById(id);

export function made(name, text, attributes = {}) {
  const one = document.createElement(name);
  one.textContent = text ?? "";
  for (const [key, value] of Object.entries(attributes)) one.setAttribute(key, value);
  return one;
}

// Errors are shown, not lost.
export async function guarded(action) {
  try {
    find("fault").hidden = true;
    await action();
  } catch (error) {
    find("fault").textContent = error.message;
    find("fault").hidden = false;
  }
}

export function table(head, rows) {
  const found = made("table");
  for (const [at, cells] of [head, ...rows].entries()) {
    const row = made("tr");
    row.append(...cells.map((cell) => made(at ? "td" : "th", cell)));
    found.append(row);
  }
  return found;
}

// A drawing of how a piece moves.
export function drawing(name, svg) {
  const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  const image = made("img", "", { src: url, alt: `How the ${name} moves` });
  image.addEventListener("load", () => URL.revokeObjectURL(url));
  return image;
}
