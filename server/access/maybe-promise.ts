/** Applies a function at once if the value is no promise: awaiting a cached value costs more than the check itself. */
export const mapMaybePromise = <T, U>(
  value: T | Promise<T>,
  use: (value: T) => U | Promise<U>,
): U | Promise<U> => (value instanceof Promise ? value.then(use) : use(value))
