"""Finds what a reader of a page cannot see, read, or press.

Each fault is a line of text:

- The page is wider than the window.
- A control is out of reach, or something covers its middle or one of its edges.
- A line of text is cut off or covered, or two lines overlap.
- A word is broken in the middle, or a name is truncated to a few letters.

What lies in a part that scrolls counts where it can be scrolled to; an enlarged map does not count. With a dialog
open, only the dialog counts.
"""

from __future__ import annotations

from typing import Final

FAULTS: Final = r"""
({ still = "", text = true } = {}) => {
  const [over, under, enlarged] = ["over", "under", "enlarged"].map((layer) => `[data-layer="${layer}"]`);
  const faults = [];
  const dialogs = [...document.querySelectorAll("dialog:modal")];
  const root = dialogs.at(-1) ?? document.body;
  const style = (e) => getComputedStyle(e);
  const words = (e) => e.textContent.replace(/\s+/g, " ").trim().slice(0, 40);
  const label = (e) => {
    const kind = (e.getAttribute("class") ?? "").trim().split(/\s+/)[0];
    return `${e.tagName.toLowerCase()}${e.id ? `#${e.id}` : ""}${kind ? `.${kind}` : ""}`;
  };
  const name = (e) =>
    `${e.parentElement ? `${label(e.parentElement)} > ` : ""}${label(e)} "${e.ariaLabel ?? words(e)}"`;
  const hidden = (e) => {
    if (e.closest(`.visually-hidden, [inert], [hidden], [data-flying], .skip, ${under}`)) return true;
    for (let up = e; up; up = up.parentElement) if (style(up).clipPath.includes("50%")) return true;
    return false;
  };
  const shown = (e) => e.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !hidden(e);
  const meet = (a, b) => ({
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  });
  const empty = (box) => box.right - box.left < 1 || box.bottom - box.top < 1;
  const windowBox = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };

  /** The ancestors that cut an element off, each with what can be scrolled to. */
  const clips = new Map();
  const clipsOf = (e) => {
    const known = clips.get(e);
    if (known) return known;
    const found = [];
    let position = style(e).position;
    for (let up = e.parentElement; up && up !== document.documentElement; up = up.parentElement) {
      if (position === "fixed") break;
      const { overflowX, overflowY, position: its } = style(up);
      const contains = its !== "static" || style(up).transform !== "none" || style(up).containerType !== "normal";
      if (position === "absolute" && !contains) continue;
      if (its !== "static") position = its;
      else if (position === "absolute") position = "static";
      if (up !== document.body && (overflowX !== "visible" || overflowY !== "visible")) {
        found.push({ e: up, x: overflowX, y: overflowY });
      }
    }
    clips.set(e, found);
    return found;
  };
  const scrolls = (how) => how === "auto" || how === "scroll";
  const pageScrolls = style(document.body).overflowY !== "hidden";

  /** What cuts the text of an element off: itself, too. */
  const textClips = (e) => {
    const { overflowX, overflowY, display } = style(e);
    const own = display !== "inline" && (overflowX !== "visible" || overflowY !== "visible");
    return own ? [{ e, x: overflowX, y: overflowY }, ...clipsOf(e)] : clipsOf(e);
  };

  /** What of a box is to be seen now. */
  const seenOf = (cutters, box) =>
    cutters.reduce(
      (seen, clip) => {
        const frame = clip.e.getBoundingClientRect();
        const wide = { left: -1e6, top: -1e6, right: 1e6, bottom: 1e6 };
        const limits = { ...wide };
        const margin = parseFloat(style(clip.e).overflowClipMargin) || 0;
        const room = clip.x === "clip" || clip.y === "clip" ? margin : 0;
        if (clip.x !== "visible") Object.assign(limits, { left: frame.left - room, right: frame.right + room });
        if (clip.y !== "visible") Object.assign(limits, { top: frame.top - room, bottom: frame.bottom + room });
        return meet(seen, limits);
      },
      meet(box, windowBox),
    );

  // -- the page -------------------------------------------------------------------------------------------------------

  const wider = document.documentElement.scrollWidth - innerWidth;
  if (wider > 0) faults.push(`the page is ${wider} px wider than the window`);
  for (const bar of document.querySelectorAll(".masthead, .prompt-bar, .tools, .replay-bar, .transport")) {
    if (shown(bar) && bar.scrollWidth > bar.clientWidth + 1 && style(bar).overflowX === "visible") {
      faults.push(`${label(bar)} is ${bar.scrollWidth - bar.clientWidth} px wider than its place`);
    }
  }

  for (const part of document.querySelectorAll(still || "html:not(html)")) {
    if (shown(part) && part.scrollHeight > part.clientHeight + 3) {
      faults.push(`${part.scrollHeight - part.clientHeight} px below the edge of ${name(part)}`);
    }
  }

  // -- text -----------------------------------------------------------------------------------------------------------

  const sheet = new CSSStyleSheet();
  sheet.replaceSync("* { pointer-events: auto !important; }");
  const alpha = (color) => {
    const parts = color.match(/[\d.]+(?=\s*\)$)/);
    return color === "transparent" || color === "none" ? 0 : /rgba|\//.test(color) && parts ? Number(parts[0]) : 1;
  };
  const opacity = (e) => {
    let found = 1;
    for (let up = e; up; up = up.parentElement) found *= Number(style(up).opacity);
    return found;
  };
  /** Whether an element paints over what lies below it. */
  const paints = (e) => hasInk(e) && opacity(e) >= 0.35;
  const hasInk = (e) => {
    const its = style(e);
    if (e instanceof SVGGeometryElement) {
      return (
        alpha(its.fill) * Number(its.fillOpacity) > 0.5 ||
        (its.stroke !== "none" && alpha(its.stroke) * Number(its.strokeOpacity) > 0.5)
      );
    }
    if (e instanceof SVGElement) return false;
    return alpha(its.backgroundColor) > 0.5 || its.backgroundImage !== "none" || /^(IMG|CANVAS|VIDEO)$/.test(e.tagName);
  };
  /** Whether something stays in sight over what scrolls past it. */
  const stays = (above, e) => {
    for (let up = above; up && !up.contains(e); up = up.parentElement) if (style(up).position === "sticky") return true;
    return false;
  };
  /** Every element that paints, with its box; to ask the browser what lies at a point takes long. */
  const boxes = (text ? [...document.body.querySelectorAll("*")] : [])
    .filter(paints)
    .map((e) => ({ e, svg: e.ownerSVGElement, box: e.getBoundingClientRect() }));
  /** Whether an element lies below another one because it is drawn before it. */
  const before = (other, svg, e) =>
    svg && svg === e.ownerSVGElement && other.compareDocumentPosition(e) & Node.DOCUMENT_POSITION_FOLLOWING;
  const strangerAt = (e, x, y) =>
    boxes.some(
      ({ e: other, svg, box }) =>
        box.left <= x &&
        x <= box.right &&
        box.top <= y &&
        y <= box.bottom &&
        !other.contains(e) &&
        !e.contains(other) &&
        !before(other, svg, e),
    );
  /** What is painted over a point of an element, or nothing. */
  const coverAt = (e, x, y) => {
    if (!strangerAt(e, x, y)) return null;
    for (const above of document.elementsFromPoint(x, y)) {
      if (above === e || above.contains(e) || e.contains(above)) return null;
      if (paints(above))
        return stays(above, e) || (above.closest(over) && !e.closest(over)) ? null : above;
    }
    return null;
  };
  const short = (e) => {
    for (let up = e; up && up !== root; up = up.parentElement) {
      const its = style(up);
      if (its.textOverflow === "ellipsis" || its.webkitLineClamp !== "none") return up;
      if (!its.display.startsWith("inline")) break;
    }
    return null;
  };
  const LEAST = 3; // letters of a shortened text that are to be seen

  const lines = [];
  const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const e = node.parentElement;
    if (!text) break;
    if (!node.data.trim() || !shown(e) || /^(SCRIPT|STYLE|TITLE|OPTION|DESC)$/i.test(e.tagName)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const scale = e.ownerSVGElement ? Math.hypot(e.getScreenCTM().a, e.getScreenCTM().b) : 1;
    const size = parseFloat(style(e).fontSize) * scale;
    const parts = e.ownerSVGElement ? [e.getBoundingClientRect()] : [...range.getClientRects()];
    const cutter = short(e);
    let seenText = 0;
    let whole = 0;
    for (const box of parts) {
      if (box.width < 2) continue;
      const middle = (box.top + box.bottom) / 2;
      const glyphs = { left: box.left, right: box.right, top: middle - size * 0.34, bottom: middle + size * 0.34 };
      const seen = seenOf(textClips(e), glyphs);
      whole += box.width;
      const kept = cutter ? meet(glyphs, cutter.getBoundingClientRect()) : glyphs;
      if (!empty(kept)) seenText += kept.right - kept.left;
      for (const clip of textClips(e)) {
        if (cutter && (clip.e === cutter || cutter.contains(clip.e))) continue;
        const frame = clip.e.getBoundingClientRect();
        const part = cutter ? meet(glyphs, cutter.getBoundingClientRect()) : glyphs;
        const cutX =
          !scrolls(clip.x) && clip.x !== "visible" && (part.left < frame.left - 2 || part.right > frame.right + 2);
        const cutY =
          !scrolls(clip.y) && clip.y !== "visible" && (part.top < frame.top - 2 || part.bottom > frame.bottom + 2);
        if ((cutX || cutY) && !e.closest(enlarged)) {
          faults.push(`cut off by ${label(clip.e)}: ${name(e)} ${cutX ? "sideways" : "below or above"}`);
        }
        if (scrolls(clip.x) || scrolls(clip.y)) break;
      }
      if (
        !textClips(e).some((clip) => scrolls(clip.x) || scrolls(clip.y)) &&
        !pageScrolls &&
        !e.closest(enlarged) &&
        (glyphs.bottom > innerHeight + 1 || glyphs.right > innerWidth + 1 || glyphs.left < -1)
      ) {
        faults.push(`out of the window: ${name(e)}`);
      }
      // a sliver at the edge of what scrolls is not read there
      if (!empty(seen) && seen.bottom - seen.top >= 3 && !e.closest(enlarged)) lines.push({ e, node, seen, size });
    }
    const letters = node.data.trim().length;
    const readable = (letters * seenText) / Math.max(whole, 1) - 1;
    if (cutter && seenText && readable < Math.min(LEAST, letters - 1)) {
      faults.push(`only ${Math.round(readable)} letters of ${name(e)}`);
    }
    if (!e.ownerSVGElement && parts.length > 1) {
      for (const { 0: word, index } of node.data.matchAll(/\p{L}{2,}/gu)) {
        // a hyphen at the end of a line belongs to the letter after it, whose own box is its last
        const tops = [...word].map((_, k) => {
          range.setStart(node, index + k);
          range.setEnd(node, index + k + 1);
          return [...range.getClientRects()].at(-1)?.top ?? 0;
        });
        const broken = tops.some((top, k) => k > 0 && Math.abs(top - tops[k - 1]) > size / 2);
        if (broken && word.length < 20) faults.push(`"${word}" is broken: ${name(e)}`);
      }
    }
  }
  document.adoptedStyleSheets.push(sheet);
  for (const { e, seen } of lines) {
    const y = (seen.top + seen.bottom) / 2;
    const wide = seen.right - seen.left;
    for (const x of [
      seen.left + Math.min(2, wide / 4),
      (seen.left + seen.right) / 2,
      seen.right - Math.min(2, wide / 4),
    ]) {
      const above = coverAt(e, x, y);
      if (above) {
        faults.push(`${name(above)} lies over the text ${name(e)}`);
        break;
      }
    }
  }
  lines.forEach((one, k) => {
    for (const other of lines.slice(k + 1)) {
      if (one.e === other.e) continue;
      if (one.seen.right < other.seen.left + 2 || other.seen.right < one.seen.left + 2) continue;
      if (one.seen.bottom < other.seen.top || other.seen.bottom < one.seen.top) continue;
      // words of one line, whose boxes only meet because the line is turned
      const [outer, inner] = one.e.contains(other.e) ? [one.e, other.e] : [other.e, one.e];
      if (outer.contains(inner) && style(inner).display.startsWith("inline")) continue;
      const both = meet(one.seen, other.seen);
      if (both.right - both.left < 2 || both.bottom - both.top < Math.min(one.size, other.size) * 0.2) continue;
      const [x, y] = [(both.left + both.right) / 2, (both.top + both.bottom) / 2];
      const stack = document.elementsFromPoint(x, y);
      const lid = stack.findIndex((above) => paints(above) && (!above.contains(one.e) || !above.contains(other.e)));
      const [a, b] = [one.e, other.e].map((e) => stack.findIndex((above) => above === e || e.contains(above)));
      if (lid >= 0 && [a, b].some((at) => at < 0 || at > lid)) continue;
      faults.push(`${name(one.e)} and ${name(other.e)} run into each other`);
    }
  });
  document.adoptedStyleSheets.pop();

  // -- controls -------------------------------------------------------------------------------------------------------

  const CONTROLS = "button, a[href], input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab]";
  /** By how much an element is turned, in radians. */
  const turn = (e) => {
    let found = 0;
    for (let up = e; up && up !== document.body; up = up.parentElement) {
      const { a, b } = new DOMMatrix(style(up).transform);
      found += Math.atan2(b, a);
    }
    return found;
  };
  /**
   * What is wrong with a control where it lies now; stays: something that stays in sight lies over it, so that it may
   * be free where it is scrolled to.
   */
  const faultOf = (e, onMap) => {
    const box = style(e).display === "inline" ? e.getClientRects()[0] : e.getBoundingClientRect();
    const seen = seenOf(clipsOf(e), box);
    const [width, height] = [seen.right - seen.left, seen.bottom - seen.top];
    if (onMap && (width < 8 || height < 8)) {
      return null;
    }
    if (!onMap && (width < Math.min(box.width, innerWidth) - 3 || height < Math.min(box.height, 200) - 3)) {
      const size = (w, h) => `${Math.max(0, Math.round(w))} x ${Math.max(0, Math.round(h))}`;
      return { text: `only ${size(width, height)} of ${size(box.width, box.height)} of ${name(e)}`, stays: false };
    }
    const [x, y] = [(seen.left + seen.right) / 2, (seen.top + seen.bottom) / 2];
    // of something turned, the edges lie inside its box
    const turned = width >= box.width - 1 && height >= box.height - 1 ? turn(e) : 0;
    const [cos, sin] = [Math.cos(turned), Math.sin(turned)];
    const [w, h] = turned ? [e.offsetWidth, e.offsetHeight] : [width, height];
    const [dx, dy] = [w / 2 - Math.min(3, w / 4), h / 2 - Math.min(3, h / 4)];
    const edges = {
      "left edge": [x - dx * cos, y - dx * sin],
      "right edge": [x + dx * cos, y + dx * sin],
      "top edge": [x + dy * sin, y - dy * cos],
      "bottom edge": [x - dy * sin, y + dy * cos],
    };
    for (const [where, [px, py]] of Object.entries({ middle: [x, y], ...(onMap ? {} : edges) })) {
      const at = document.elementFromPoint(px, py);
      const meant = !at || e.contains(at) || e.closest("label")?.contains(at) || (onMap && at.contains(e));
      if (!meant && !(at.closest(over) && !e.closest(over))) {
        return { text: `${name(at)} lies over the ${where} of ${name(e)}`, stays: stays(at, e) };
      }
    }
    return null;
  };
  const scrolled = [...document.querySelectorAll("*")]
    .filter((e) => e.scrollTop || e.scrollLeft)
    .map((e) => [e, e.scrollTop, e.scrollLeft]);
  for (const e of root.querySelectorAll(CONTROLS)) {
    if (!shown(e) || style(e).pointerEvents === "none") continue;
    const size = e.getBoundingClientRect();
    if (size.width < 2 || size.height < 2) continue;
    const onMap = !!e.ownerSVGElement;
    if (e.closest(enlarged)) continue;
    if (!onMap) e.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
    let fault = faultOf(e, onMap);
    if (fault?.stays) {
      e.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
      fault = faultOf(e, onMap);
    }
    if (fault) {
      faults.push(fault.text);
    }
  }
  for (const [e, top, left] of scrolled) Object.assign(e, { scrollTop: top, scrollLeft: left });
  return [...new Set(faults)];
}
"""
"""Finds them. still: what must not scroll; text: whether text is looked at, too.

A board says by `data-layer` what is no fault: "over" may lie over the rest, "under" need not be read, and of what is
"enlarged" only a part is in sight."""
