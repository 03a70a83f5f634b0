"""Simulate a screen reader: additions to live regions in their order, and Chromium's accessibility tree."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from playwright.sync_api import Page

EAR: Final = r"""
(() => {
  if (window.ear) return;
  window.ear = [];
  const LIVE = { status: "polite", log: "polite", alert: "assertive" };
  const politeness = (one) => one.getAttribute("aria-live")
    ?? (one.tagName === "OUTPUT" ? "polite" : LIVE[one.getAttribute("role")]);
  const regionOf = (node) => {
    for (let at = node.nodeType === 1 ? node : node.parentElement; at; at = at.parentElement) {
      const live = politeness(at);
      if (live === "off") return null;
      if (live) return at;
    }
    return null;
  };
  const atomic = (one) => (one.getAttribute("aria-atomic")
    ?? String(["status", "alert"].includes(one.getAttribute("role")) || one.tagName === "OUTPUT")) === "true";
  const hidden = (node) => {
    const one = node.nodeType === 1 ? node : node.parentElement;
    return !one || !!one.closest("[aria-hidden=true], [inert]") || !one.checkVisibility();
  };
  const text = (node) => {
    if (node.nodeType === 3) return node.data;
    if (node.nodeType !== 1 || node.matches("[aria-hidden=true]")) return "";
    return [...node.childNodes].map(text).join(getComputedStyle(node).display === "inline" ? "" : " ");
  };
  const say = (region, what) => {
    const said = what.replace(/\s+/g, " ").trim();
    if (said && !hidden(region)) window.ear.push({ from: region.id || region.className, live: politeness(region),
      text: said });
  };
  new MutationObserver((changes) => {
    const whole = new Set();
    for (const { type, target, addedNodes } of changes) {
      const parts = type === "characterData" ? [target] : [...addedNodes];
      for (const part of parts) {
        const region = regionOf(part);
        if (region && region.isConnected && !hidden(part)) {
          if (atomic(region)) whole.add(region);
          else say(region, text(part));
        } else if (!region && part.querySelectorAll) {
          for (const inner of part.querySelectorAll("[role=status],[role=alert],[role=log],[aria-live],output"))
            if (regionOf(inner) === inner) whole.add(inner);
        }
      }
    }
    for (const region of whole) say(region, text(region));
  }).observe(document, { childList: true, characterData: true, subtree: true });
})();
"""
"""Keeps in window.ear what is said, oldest first: {from, live, text}."""

CONTROLS: Final = {
    "button", "checkbox", "combobox", "link", "listbox", "menuitem", "radio", "searchbox", "slider", "spinbutton",
    "switch", "tab", "textbox",
}  # fmt: skip
LANDMARKS: Final = {"banner", "complementary", "contentinfo", "form", "main", "navigation", "region", "search"}


class Tree(NamedTuple):
    """A page as a screen reader has it. nameless: roles of controls and regions without a name; twice: landmarks that
    are called the same; headings: as (level, name); live: regions that speak by themselves, as (role, name,
    politeness); announced: what stands in the one that does."""

    nameless: list[str]
    twice: list[tuple[str, str]]
    headings: list[tuple[int, str]]
    live: list[tuple[str, str, str]]
    announced: list[str]


def tree(page: Page) -> Tree:
    """Chromium's accessibility tree of the page as it is now."""
    client = page.context.new_cdp_session(page)
    nodes = [node for node in client.send("Accessibility.getFullAXTree")["nodes"] if not node["ignored"]]
    client.detach()
    by_id = {node["nodeId"]: node for node in nodes}
    nameless, headings, live, announced = [], [], [], []
    places: Counter[tuple[str, str]] = Counter()
    for node in nodes:
        role, name = str(node["role"]["value"]), str(node.get("name", {}).get("value", "")).strip()
        more: dict[str, Any] = {one["name"]: one["value"].get("value") for one in node.get("properties", ())}
        if role in CONTROLS | {"heading", "dialog"} and not name:
            nameless.append(f"{role} {node.get('backendDOMNodeId')}")
        if role in LANDMARKS:
            places[role, name] += 1
        if role == "heading":
            headings.append((int(more.get("level", 0)), name))
        if more.get("live", "off") != "off" and role in ("log", "status", "alert", "timer", "generic"):
            live.append((role, name, str(more["live"])))
        parent = by_id.get(node.get("parentId", ""))
        if role == "paragraph" and parent and parent["name"]["value"] == "Announcements":
            texts = [by_id[k]["name"]["value"] for k in node["childIds"] if k in by_id]
            announced.append("".join(texts))
    return Tree(nameless, [place for place, n in places.items() if n > 1], headings, live, announced)
