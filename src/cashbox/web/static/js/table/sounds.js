/**
 * Quiet sounds, made by code: when it is one's turn, and for dice, cards and money. Off with one press; a browser plays
 * none before one has pressed anything.
 *
 * @typedef {"turn" | "dice" | "cards" | "money"} Sound
 * @typedef {Partial<Record<"dice" | "cards" | "money", string>>} Heard what can be heard of a view: where one of these
 *   becomes another, that sounds
 */

import { memory } from "../shared/memory.js";
import { html, useEffect, useRef, useState } from "../shared/preact.js";
import { Button } from "../shared/ui.js";

const LOUDNESS = 0.12;
/** Seconds in which one sound is not heard twice. */
const PAUSE = 0.25;

/** Seconds after which nothing is heard anymore of what was begun. */
const LONGEST = 1.5;

/** Made when something sounds for the first time: while it runs it costs battery. @type {AudioContext | null} */
let audio = null;
let resting = 0;
/** @type {Map<Sound, number>} */
const played = new Map();

/**
 * A tone that dies away.
 * @param {AudioContext} at @param {AudioNode} out @param {number} when @param {number} pitch Hz @param {number} long s
 * @param {OscillatorType} [shape]
 */
function tone(at, out, when, pitch, long, shape = "sine") {
  const source = new OscillatorNode(at, { frequency: pitch, type: shape });
  const gain = new GainNode(at, { gain: 0 });
  gain.gain.setTargetAtTime(1, when, 0.005);
  gain.gain.setTargetAtTime(0, when + 0.02, long / 4);
  source.connect(gain).connect(out);
  source.start(when);
  source.stop(when + long);
}

/**
 * A breath of noise around a pitch.
 * @param {AudioContext} at @param {AudioNode} out @param {number} when @param {number} pitch Hz @param {number} long s
 */
function noise(at, out, when, pitch, long) {
  const buffer = new AudioBuffer({ length: Math.ceil(at.sampleRate * long), sampleRate: at.sampleRate });
  const data = buffer.getChannelData(0);
  for (let k = 0; k < data.length; k += 1) data[k] = (Math.random() * 2 - 1) * (1 - k / data.length) ** 2;
  const source = new AudioBufferSourceNode(at, { buffer });
  source.connect(new BiquadFilterNode(at, { type: "bandpass", frequency: pitch, Q: 1.2 })).connect(out);
  source.start(when);
}

/** @type {Record<Sound, (at: AudioContext, out: AudioNode, now: number) => void>} */
const SOUNDS = {
  turn(at, out, now) {
    tone(at, out, now, 659, 0.5);
    tone(at, out, now + 0.14, 880, 0.7);
  },
  dice(at, out, now) {
    for (const [after, pitch] of [
      [0, 1900],
      [0.07, 1500],
      [0.12, 2100],
      [0.2, 1300],
      [0.26, 1700],
    ]) {
      noise(at, out, now + after, pitch, 0.05);
    }
  },
  cards(at, out, now) {
    noise(at, out, now, 3200, 0.12);
    noise(at, out, now + 0.06, 2400, 0.1);
  },
  money(at, out, now) {
    tone(at, out, now, 2093, 0.18, "triangle");
    tone(at, out, now + 0.06, 2637, 0.3, "triangle");
  },
};

const isOn = () => memory.read("sounds", "on") === "on";

/** @param {Sound} sound */
export function play(sound) {
  const now = performance.now() / 1000;
  if (!isOn() || !navigator.userActivation?.hasBeenActive || now < (played.get(sound) ?? -1) + PAUSE) return;
  played.set(sound, now);
  audio ??= new AudioContext();
  void audio.resume();
  const out = new GainNode(audio, { gain: LOUDNESS });
  out.connect(audio.destination);
  SOUNDS[sound](audio, out, audio.currentTime);
  clearTimeout(resting);
  resting = setTimeout(() => void audio?.suspend(), LONGEST * 1000);
  dispatchEvent(new CustomEvent("sound", { detail: sound }));
}

/**
 * What is heard at a table.
 * @param {import("../board/props.js").BoardModule} module @param {unknown} view undefined: nothing is shown yet
 * @param {boolean} myTurn
 */
export function useSounds(module, view, myTurn) {
  const before = useRef(/** @type {Heard | null} */ (null));
  useEffect(() => {
    const last = before.current;
    const heard = view ? (module.heard?.(view) ?? {}) : null;
    before.current = heard;
    if (!last || !heard) return;
    for (const kind of /** @type {const} */ (["dice", "cards", "money"])) {
      if (heard[kind] && heard[kind] !== last[kind]) play(kind);
    }
  }, [view]);
  const seen = useRef(false);
  useEffect(() => {
    // a table that was opened says nothing
    if (myTurn && seen.current) play("turn");
    seen.current = !!view;
  }, [myTurn, !view]);
}

/** The button that turns them off, and on. */
export function SoundSwitch() {
  const [on, setOn] = useState(isOn());
  const press = () => {
    memory.write("sounds", on ? "off" : "on");
    setOn(!on);
    if (!on) play("turn");
  };
  return html`<${Button} size="small" kind="plain" onPress=${press} label=${on ? "Turn sounds off" : "Turn sounds on"}>
    <svg viewBox="0 0 20 20" aria-hidden="true">
      <path d="M3 7.5h3L10.5 4v12L6 12.5H3z" fill="currentColor" />
      <path
        d=${on ? "M13 7.2a4 4 0 0 1 0 5.6M15.3 5a7 7 0 0 1 0 10" : "M13 7.5l5 5m0-5l-5 5"} fill="none"
        stroke="currentColor" stroke-width="2" stroke-linecap="round" />
    </svg>
  <//>`;
}
