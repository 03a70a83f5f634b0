"""The engine and the page verify the same journals, genuine and forged; if they disagree, one of them is wrong.

The page's modules run in node, once with the browser's kind of cryptography and once with their own.
"""

from __future__ import annotations

import asyncio
import base64
import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec

from cashbox.engine.journal import JournalError, loads
from cashbox.engine.verify import proof_faults
from tests.engine.forged_journals import forged, true

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

PAGE: Final = Path(__file__).resolve().parents[2] / "src" / "cashbox" / "web" / "static" / "js"
STEP: Final = 50
"""The number of journals of each kind that one process verifies."""

JUDGE: Final = """
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
const at = (name) => pathToFileURL(`${process.argv[1]}/${name}`).href;
const { verify } = await import(at("verify.js"));
const { own, web } = await import(at("verifyhash.js"));
const answers = [];
for (const line of readFileSync(0, "utf8").split("\\n").filter(Boolean)) {
  const { data, heads } = JSON.parse(line);
  const bytes = new Uint8Array(Buffer.from(data, "base64"));
  const [one, other] = [await verify(bytes, heads, undefined, web), await verify(bytes, heads, undefined, own)];
  if (JSON.stringify(one.faults) !== JSON.stringify(other.faults)) throw new Error(`${one.faults} / ${other.faults}`);
  answers.push({ faults: one.faults, draws: one.draws.length });
}
console.log(JSON.stringify(answers));
"""


def of_the_engine(data: bytes, heads: Sequence[str]) -> list[str]:
    """Return what the engine finds without the rules, in the words of the page where a line cannot be read."""
    try:
        journal, altered = loads(data), []
    except JournalError as error:
        if error.code != "bad-sum":
            return [of_a_line(error.line, str(error), isinstance(error.__context__, msgspec.MsgspecError))]
        journal, altered = loads(data, summed=False), [str(error)]
    return [*altered, *proof_faults(journal, heads)]


def of_a_line(line: int, fault: str, complaint: bool = False) -> str:
    """One sentence for a line that cannot be read, whether a decoder complains, it is nested too deeply, of a format
    that is not known, or written otherwise: which of these is found first is another thing here and there."""
    if complaint or fault.endswith(("nested too deeply.", "is not supported, only format 1.")):
        return f"Line {line}: not in the exact form of a journal (spaces, order, numbers)."
    return fault


def of_the_page(faults: Sequence[str]) -> list[str]:
    """Return the same for the page's findings."""
    lines = [re.match(r"Line (\d+):", fault) for fault in faults]
    return [of_a_line(int(line[1]) if line else 0, fault) for line, fault in zip(lines, faults, strict=True)]


async def judged(asked: Sequence[tuple[bytes, list[str]]]) -> list[dict[str, Any]]:
    """Return the page's findings for journals, each with stored heads."""
    given = [json.dumps({"data": base64.b64encode(data).decode(), "heads": heads}) for data, heads in asked]
    pipe = asyncio.subprocess.PIPE
    command = ["node", "--input-type=module", "--eval", JUDGE, str(PAGE)]
    process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe, stderr=pipe)
    told, complaint = await process.communicate("\n".join(given).encode())
    if process.returncode:
        raise RuntimeError(complaint.decode())
    answers: list[dict[str, Any]] = json.loads(told)
    return answers


async def campaign(number: int, seed: int, add: Callable[[dict[str, float]], None]) -> None:
    """Verify this many genuine and this many forged journals."""
    for first in range(0, number, STEP):
        numbers = range(seed + first, seed + min(first + STEP, number))
        trues, forgeries = [true(n) for n in numbers], [forged(n) for n in numbers]
        answers = await judged([*trues, *forgeries])
        counts = dict.fromkeys(["true", "gone on", "forged", "found", "draws", "judged otherwise"], 0)
        for (data, heads), answer in zip([*trues, *forgeries], answers, strict=True):
            expected, found = of_the_engine(data, heads), of_the_page(answer["faults"])
            counts["draws"] += answer["draws"]
            counts["judged otherwise"] += expected != found
            if expected != found:
                print(f"\n{data[:2000]!r}\nthe engine: {expected}\nthe page: {found}")
        counts["true"], counts["forged"] = len(trues), len(forgeries)
        counts["gone on"] = sum(b',"taken_over":' in data.partition(b"\n")[0] for data, _ in trues)
        counts["found"] = sum(bool(answer["faults"]) for answer in answers[len(trues) :])
        for (data, _), answer in zip(trues, answers, strict=False):
            counts["judged otherwise"] += bool(answer["faults"]) or answer["draws"] != loads(data).drawn
        add(dict(counts))
