// Numbers of runs as texts and plots: those that change as games come in or as a player learns, and those in its folder.

import { made } from "./dom.js";
import { element } from "./figures.js";

export const number = (value, digits = 1) => value.toFixed(digits).replace("-", "−");

export const interval = ([value, low, high], digits = 1) => `${number(value, digits)} [${number(low, digits)}, ${number(high, digits)}]`;

export function endings(view) {
  const all = view.endings.reduce((sum, [, count]) => sum + count, 0);
  return view.endings.map(([name, count]) => `${name} ${number((100 * count) / all)} %`).join(", ");
}

export const pictures = (run, view) =>
  view.plots.map((name) => made("img", "", { src: `/api/run/plot?${new URLSearchParams({ run, name })}`, alt: `Plot ${name.replace(".svg", "").replaceAll("-", " ")}`, loading: "lazy" }));

// Digits after the point that tell numbers of this range apart.
const digits = (range) => (range >= 20 ? 0 : range >= 0.2 ? 1 : Math.min(6, 1 + Math.ceil(-Math.log10(Math.max(range, 1e-6)))));

// Draws a path of [count, [value, low, high]] as a line with a band. `levels` and `middle` are drawn across; counts are on a
// logarithmic scale if `isLog`.
export function draw(svg, path, { levels = [], middle = null, isLog = false, of }) {
  const [width, height, left, bottom] = [640, 180, 56, 20];
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  if (path.length < 2) return svg.replaceChildren();
  const all = [...(middle === null ? [] : [middle]), ...levels, ...path.flatMap(([, [, low, high]]) => [low, high])];
  const [least, most] = [Math.min(...all), Math.max(...all)];
  const [first, last] = [path[0][0], path[path.length - 1][0]];
  const scale = isLog ? Math.log : (count) => count;
  const x = (count) => left + ((width - left - 8) * (scale(count) - scale(first))) / Math.max(1e-9, scale(last) - scale(first));
  const y = (value) => 6 + ((height - bottom - 12) * (most - value)) / Math.max(1e-9, most - least);
  const at = (points) => points.map(([one, other]) => `${x(one).toFixed(1)},${y(other).toFixed(1)}`).join(" ");
  const band = [...path.map(([count, [, low]]) => [count, low]), ...path.toReversed().map(([count, [, , high]]) => [count, high])];
  const line = (value, name) => {
    const text = element("text", { x: left - 4, y: y(value) + 4, "text-anchor": "end", "font-size": 11, fill: "var(--muted)" });
    text.textContent = number(value, digits(most - least));
    return [element("line", { x1: left, x2: width - 8, y1: y(value), y2: y(value), stroke: `var(--${name})`, "stroke-width": 1 }), text];
  };
  const ends = [first, last].map((count, at) => {
    const text = element("text", { x: x(count), y: height - 5, "text-anchor": at ? "end" : "start", "font-size": 11, fill: "var(--muted)" });
    text.textContent = `${of} ${count.toLocaleString("en")}`;
    return text;
  });
  svg.replaceChildren(
    element("polygon", { points: at(band), fill: "var(--move)", opacity: 0.25 }),
    ...(levels.length ? [] : [...line(most, "line"), ...line(least, "line")]), ...(middle === null ? [] : line(middle, "muted")), ...levels.flatMap((level) => line(level, "take")),
    element("polyline", { points: at(path.map(([count, [value]]) => [count, value])), fill: "none", stroke: "var(--move)", "stroke-width": 2 }),
    ...ends,
  );
}
