import type { Piscina } from 'piscina'

/** How long an idle thread lives: it uses memory. */
const IDLE_MS = 60_000

/** Threads that start with the first task, not with the service. @param module the URL of the module that they run */
export async function openThreads<Task, Outcome>(
  module: URL,
  options: Pick<
    NonNullable<ConstructorParameters<typeof Piscina>[0]>,
    'maxThreads' | 'maxQueue' | 'workerData' | 'resourceLimits'
  >,
): Promise<Piscina<Task, Outcome>> {
  const { Piscina } = await import('piscina')
  return new Piscina<Task, Outcome>({
    filename: module.href,
    minThreads: 0,
    idleTimeout: IDLE_MS,
    atomics: 'disabled',
    ...options,
  })
}
