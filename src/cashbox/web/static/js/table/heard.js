/** What was said at a table by those one hears, as news of it comes. */

/** @typedef {{lines: import("../shared/wire.js").ChatLine[], muted: number[]}} HeardChat */
/**
 * @typedef {{lines: import("../shared/wire.js").RemarkLine[], muted: import("../shared/wire.js").MutedOnlooker[]}}
 *   HeardRemarks
 */

/**
 * What players say. news: null where all stays as it is, and is to be shown anew.
 * @param {HeardChat | null} before @param {import("../shared/wire.js").Chat | null} news @returns {HeardChat}
 */
export function withChat(before, news) {
  const { lines, muted } = before ?? { lines: [], muted: [] };
  if (!news) return { lines, muted: [...muted] };
  return { lines: [...lines.filter(({ n }) => n < news.chat_from), ...news.lines], muted: news.muted };
}

/**
 * What those say who watch.
 * @param {HeardRemarks | null} before @param {import("../shared/wire.js").Remarks} news @returns {HeardRemarks}
 */
export function withRemarks(before, news) {
  const lines = (before?.lines ?? []).filter(({ n }) => n < news.remarks_from);
  return { lines: [...lines, ...news.lines], muted: news.muted };
}
