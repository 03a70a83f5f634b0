/** What the pages use of Preact, typed loosely for elements and strictly for components. */
export type Key = string | number;
export type Child = VNode | string | number | bigint | boolean | null | undefined | Child[];
export interface VNode {
  type: unknown;
  props: Record<string, unknown>;
  key: Key | null;
  /** Its first node on the page. */
  __e?: Node | null;
}
export interface Shared {
  key?: Key;
  children?: Child;
}
export type FunctionComponent<P> = (props: P & { children?: Child }) => VNode | VNode[] | string | null;
export interface Ref<T> {
  current: T;
}
/** Makes a node: of an element by its name, or of a component. */
export function h(type: string, props?: Record<string, any> | null, ...children: Child[]): VNode;
export function h<P>(type: FunctionComponent<P>, props: (P & Shared) | null, ...children: Child[]): VNode;
export const createElement: typeof h;
export function Fragment(props: { children?: Child }): VNode;
/**
 * How Preact works. debounceRendering: when it draws what has changed; vnode: called for each node made; diffed, unmount: called for each node drawn and
 * taken away; __e: called with what was thrown while drawing.
 */
export const options: {
  debounceRendering?: (draw: () => void) => void;
  vnode?: (node: VNode) => void;
  diffed?: (node: VNode) => void;
  unmount?: (node: VNode) => void;
  __e?: (fault: unknown, node: VNode, ...more: unknown[]) => void;
};
export function render(node: Child, parent: Element | DocumentFragment): void;
export function createRef<T>(): Ref<T | null>;
export interface Context<T> {
  Provider: FunctionComponent<{ value: T }>;
}
export function createContext<T>(value: T): Context<T>;
export function createPortal(node: Child, parent: Element): VNode;
export function cloneElement(node: VNode, props?: Record<string, unknown>, ...children: Child[]): VNode;
export function isValidElement(node: unknown): node is VNode;
