/**
 * The types of what a board receives and what it provides.
 *
 * @typedef {import("../shared/wire.js").Legal} Legal
 * @typedef {import("../shared/wire.js").Form} Form
 * @typedef {import("../shared/wire.js").TableTip} TableTip
 */

/**
 * @template [View=any]
 * @template [Content=any]
 * @typedef {object} BoardProps
 * @property {Content} content what the table was dealt with
 * @property {Record<string, TableTip>} tips what there is to say of things, by key of the game's help.json
 * @property {View} view what this seat sees
 * @property {number} seat one's seat, -1 for a spectator
 * @property {string[]} names by seat
 * @property {Legal[]} legal
 * @property {(actions: Form[]) => Promise<void>} act rejects with {code, message}; the shell has shown the message then
 * @property {(action: Form) => Promise<string>} explain
 * @property {(steps: number | null) => void} [undo] takes back so many steps, null for the whole turn; only where there
 *   is something to take back
 * @property {boolean} busy
 * @property {string} prompt
 * @property {(text: string) => void} announce
 * @property {import("./layout.js").Shape} shape of the window
 * @property {import("./layout.js").Focus | null} [focusPlayer] the player whose chip was pressed last: that player
 *   comes to the front (js/board/layout.js useFront)
 * @property {Form | null} [suggested] the action that a hint suggests, which the board marks
 * @property {boolean} [past] what is shown is past: nothing opens by itself
 */

/**
 * @typedef {object} BoardModule
 * @property {(props: BoardProps) => any} default
 * @property {(props: BoardProps) => any} [Score]
 * @property {(view: any, seat: number, action: Form, content: any) => string | null | undefined} [endTurnWarning]
 * @property {(props: {view: any, seat: number}) => any} [Mark] a player's symbol, for the list of players; seats beyond
 *   the last stand for opponents without one, in their order in the outcome
 * @property {(view: any, seat: number) => string} [colorOf] the color of that symbol, one of those of css/tokens.css
 * @property {(props: {view: any, seat: number}) => any} [Chip] one figure or two of a player, for the player's chip in
 *   the header (js/board/layout.js Figure); a board that gives this follows focusPlayer
 * @property {(view: any) => import("../table/sounds.js").Heard} [heard] what can be heard of a view
 * @property {(props: BoardProps) => any} [Hand] what only the seat itself holds, in a row, where all hands are open
 * @property {readonly string[]} [placed] the types of actions that have a place of their own on the board
 * @property {boolean} [ownHints] it shows the hints of lessons itself
 * @property {string[]} [css] relative to the module
 */

export {};
