"""Test that the formatter changes only line breaks, never the page."""

from __future__ import annotations

import json
import subprocess

import pytest

from tests.web.conftest import ROOT

PRETTIER = ROOT / ".node" / "node_modules" / "prettier"

TREES = """
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
const [root] = process.argv.slice(1);
const at = (path) => pathToFileURL(`${root}/${path}`).href;
const { default: htm } = await import(at("src/cashbox/web/static/vendor/htm.mjs"));
const prettier = await import(at(".node/node_modules/prettier/index.mjs"));
const plugin = await import(at("tools/page/htm.js"));
const html = htm.bind((tag, props, ...children) => ({ tag, props, children: children.flat() }));
const told = (key, value) => (typeof value === "string" ? value.replace(/\\s+/g, " ") : value);
const tree = (code) =>
  JSON.stringify(new Function("html", "a", "b", `return ${code}`)(html, "A", { b: 1 }) ?? null, told);
const answers = [];
for (const code of JSON.parse(readFileSync(0, "utf8"))) {
  for (const printWidth of [20, 40, 120]) {
    const options = { parser: "babel", plugins: [plugin], printWidth };
    const laid = await prettier.format(`(${code});`, options);
    const again = await prettier.format(laid, options);
    const same = tree(code) === tree(laid.trim().replace(/;$/, ""));
    answers.push({ code, laid, same, stays: laid === again });
  }
}
console.log(JSON.stringify(answers));
"""

MARKUP = [
    "html`<p>one <b>two</b> three, four <i>five</i>, six seven eight nine ten</p>`",
    "html`<p> a space before<b> and</b> after </p>`",
    "html`<p>${a} ${a}${a} <b>${a}</b> ${a}</p>`",
    "html`<b>first</b> <i>second of them</i>and third`",
    "html`<ul>${[1, 2, 3].map((n) => html`<li key=${n} class=${n > 1 ? 'greater than one' : 'one'}>${n} </li>`)}</ul>`",
    'html`<div class="some words" ...${b} hidden data-a=${a} style=${`--n: ${a}`}><br /><input value=${a} /></div>`',
    "html`<${a} k=${a}>inside of it<//>`",
    "html`<p>${a ? html`<b>yes, of course</b>` : null}${!a ? html`<i>no</i>` : html` <i>not at all</i>`}</p>`",
    "html`<p>a word</p>\n   \n  <p> </p> <p>\n</p>`",
    "html`<p>\\n ${`${a}, ${a}`}</p>`",
    "html`text`",
    "html``",
]


@pytest.mark.skipif(not PRETTIER.exists(), reason="Prettier is not installed; `make check` installs it")
def test_the_formatter_keeps_visible_spaces() -> None:
    done = subprocess.run(
        ["node", "--input-type=module", "--eval", TREES, str(ROOT)],
        input=json.dumps(MARKUP),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    for answer in json.loads(done.stdout):
        assert answer["same"], answer
        assert answer["stays"], answer
        assert "html" in answer["laid"]
