/** Groups of files that can be reached from one another by imports (Tarjan's algorithm). */
export function circlesAmong(files: readonly string[], importedBy: (file: string) => string[]): string[][] {
  const known = new Set(files)
  const numbers = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []
  const circles: string[][] = []
  const visit = (file: string): number => {
    numbers.set(file, numbers.size)
    lowest.set(file, numbers.size - 1)
    stack.push(file)
    for (const target of importedBy(file)) {
      if (!known.has(target)) continue
      const reached = numbers.has(target)
        ? stack.includes(target)
          ? numbers.get(target)
          : undefined
        : visit(target)
      if (reached !== undefined) lowest.set(file, Math.min(lowest.get(file) as number, reached))
    }
    if (lowest.get(file) === numbers.get(file)) {
      const group = stack.splice(stack.indexOf(file))
      if (group.length > 1) circles.push(group.sort())
    }
    return lowest.get(file) as number
  }
  for (const file of files) if (!numbers.has(file)) visit(file)
  return circles
}
