/** Asks the players of a finished game for feedback, where the server's operator wants that. */

import { get, post } from "../shared/api.js";
import { useAttempt } from "../shared/attempt.js";
import { useDraft } from "../shared/drafts.js";
import { h, html, useEffect, useState } from "../shared/preact.js";
import { Button, toast } from "../shared/ui.js";

/** @typedef {import("../shared/wire.js").Feedback} Feedback */
/** @typedef {import("../shared/wire.js").Question} Question */
/** @typedef {Record<string, string>} Answers by the text of the question */

/** The most characters of an answer; the server has the last word. */
const LONGEST = 1000;

/** The form, for a player: nothing where the server asks for no feedback. @param {{table: string}} props */
export function FeedbackForm({ table }) {
  const path = `/api/tables/${table}/feedback`;
  const [form, setForm] = useState(/** @type {Feedback | null} */ (null));
  const [draft, setDraft] = useDraft("feedback", /** @type {Answers | null} */ (null));
  const { busy, fault, attempt } = useAttempt();
  useEffect(() => void get(path).then(setForm, () => {}), [path]); // the result is there without it
  if (!form?.questions.length) return null;
  const sent = Object.keys(form.answers).length > 0;
  const given = draft ?? form.answers;
  const send = async (/** @type {Answers} */ answers, /** @type {string} */ done) => {
    if (busy) return;
    const saved = await attempt(() => post(path, { answers }));
    if (!saved) return;
    setDraft(null);
    setForm(saved);
    toast(done);
  };
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (draft) void send(draft, "Thank you for your feedback!");
  };
  return html`<section class="final-part" aria-labelledby="final-feedback">
    <h3 id="final-feedback">Feedback</h3>
    <p class="quiet small">
      ${sent ? "You've sent feedback. You can still change it." : "Answer as many questions as you like."} Only the
      server's operator can read your answers.
    </p>
    <form class="stack feedback-form" onSubmit=${submit}>
      ${form.questions.map((question) =>
        h(Asked, {
          key: question.text,
          question,
          answer: given[question.text] ?? "",
          onAnswer: (answer) => setDraft({ ...given, [question.text]: answer }),
        }),
      )}
      ${fault ? html`<p class="fault" role="alert">${fault}</p>` : null}
      <div class="row">
        <button class="button primary" aria-disabled=${busy || !draft ? "true" : undefined}>
          ${sent ? "Update feedback" : "Send feedback"}
        </button>
        ${sent ? h(Button, { onPress: () => void send({}, "Your feedback was deleted.") }, "Delete feedback") : null}
      </div>
    </form>
  </section>`;
}

/** A question. @param {{question: Question, answer: string, onAnswer: (answer: string) => void}} props */
function Asked({ question: { text, choices = [] }, answer, onAnswer }) {
  if (!choices.length) {
    return html`<label class="field">
      <span>${text}</span>
      <textarea
        rows="3" maxlength=${LONGEST} value=${answer}
        onInput=${(/** @type {any} */ event) => onAnswer(event.target.value)}></textarea>
    </label>`;
  }
  return html`<fieldset>
    <legend>${text}</legend>
    <div class="feedback-choices">
      ${choices.map(
        (choice) => html`<label key=${choice} class="check">
          <input
            type="radio" name=${`feedback: ${text}`} value=${choice} checked=${choice === answer}
            onChange=${() => onAnswer(choice)} />
          <span>${choice}</span>
        </label>`,
      )}
    </div>
  </fieldset>`;
}
