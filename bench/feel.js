/**
 * Watches how a page feels, for bench/feel.py: when a press is answered, which tasks are long, how even the frames are
 * while something flies. It runs before the page's own scripts, and leaves what it has seen in `window.feel`.
 */
(() => {
  const feel = { presses: [], tasks: [], frames: [], flights: [], inks: [] };
  let flying = 0;

  const rises = () => {
    flying += 1;
    feel.flights.push([performance.now(), Infinity]);
    return feel.flights.at(-1);
  };
  const lands = (flight) => {
    if (flight[1] !== Infinity) return;
    flying -= 1;
    flight[1] = performance.now();
  };

  const real = Element.prototype.animate;
  Element.prototype.animate = function (...given) {
    const flight = rises();
    const animation = real.apply(this, given);
    animation.addEventListener("finish", () => lands(flight));
    animation.addEventListener("cancel", () => lands(flight));
    animation.addEventListener("remove", () => lands(flight));
    return animation;
  };

  /** Motion of style sheets that ends: a bus that drives, dice that roll, a card that turns. */
  const styled = new Map();
  const MOVES = [".bus", ".die", ".event-card", ".money", ".stamp"].join();
  const nameOf = (event) => event.animationName ?? event.propertyName;
  const starts = (event) => {
    if (!event.target.matches(MOVES) || styled.has(event.target)) return;
    styled.set(event.target, [nameOf(event), rises()]);
  };
  const ends = (event) => {
    const [name, flight] = styled.get(event.target) ?? [];
    if (name !== nameOf(event)) return;
    styled.delete(event.target);
    lands(flight);
  };
  for (const kind of ["transitionrun", "animationstart"]) addEventListener(kind, starts, true);
  for (const kind of ["transitionend", "transitioncancel", "animationend", "animationcancel"]) {
    addEventListener(kind, ends, true);
  }
  new MutationObserver(() => {
    for (const [element, [, flight]] of styled) {
      if (element.isConnected) continue;
      styled.delete(element);
      lands(flight);
    }
  }).observe(document, { childList: true, subtree: true });

  let last = 0;
  let flew = false;
  const frame = (now) => {
    if (last && flew && flying) feel.frames.push(now - last);
    last = now;
    flew = flying > 0;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);

  // A press is answered by the first frame in which the page is another one; a finger lies down before it acts.
  let press = null;
  const painted = (then) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      then();
    };
    requestAnimationFrame(() => port2.postMessage(0));
  };
  new MutationObserver(() => {
    const one = press;
    if (!one || one.changed) return;
    one.changed = true;
    painted(() => feel.presses.push({ what: one.what, took: performance.now() - one.at }));
  }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  const pressed = (event) => {
    if (event.type === "keydown" && event.key !== "Enter" && event.key !== " ") return;
    const control = event.target.closest("button, [role=button], .area, a") ?? event.target;
    const what = `${control.tagName} ${control.getAttribute("class") ?? ""} ${control.dataset.action ?? ""}`;
    press = { at: event.timeStamp, what, changed: false };
  };
  addEventListener("pointerdown", pressed, true);
  addEventListener("keydown", pressed, true);

  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) feel.tasks.push([startTime, startTime + duration]);
  }).observe({ type: "longtask", buffered: true });
  new PerformanceObserver((list) => {
    const inks = list.getEntries().filter(({ name }) => /^(pointerdown|click|keydown)$/.test(name));
    feel.inks.push(...inks.map(({ duration }) => duration));
  }).observe({ type: "event", durationThreshold: 16, buffered: true });
  window.feel = feel;
})();
