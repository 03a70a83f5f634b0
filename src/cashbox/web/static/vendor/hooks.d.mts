import type { Context, Ref } from "./preact.mjs";

export type Update<T> = (value: T | ((before: T) => T)) => void;
export function useState<T>(first: T | (() => T)): [T, Update<T>];
export function useReducer<T, A>(reduce: (state: T, action: A) => T, first: T): [T, (action: A) => void];
export function useEffect(effect: () => void | (() => void), inputs?: readonly unknown[]): void;
export function useLayoutEffect(effect: () => void | (() => void), inputs?: readonly unknown[]): void;
export function useRef<T>(first: T): Ref<T>;
export function useMemo<T>(make: () => T, inputs?: readonly unknown[]): T;
export function useCallback<F extends (...args: any[]) => any>(callback: F, inputs?: readonly unknown[]): F;
export function useContext<T>(context: Context<T>): T;
export function useId(): string;
export function useErrorBoundary(callback?: (error: unknown) => void): [unknown, () => void];
