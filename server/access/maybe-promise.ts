/** Goes on at once with what is there already: to wait for what is in memory costs more than the check itself. */
export const mapMaybePromise = <T, U>(
  value: T | Promise<T>,
  use: (value: T) => U | Promise<U>,
): U | Promise<U> => (value instanceof Promise ? value.then(use) : use(value))
