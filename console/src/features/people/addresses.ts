const ADDRESS = /[^\s,;<>"']+@[^\s,;<>"']+/g

/** The addresses in a text, such as a column of a table or the recipients of a mail. */
export function addressesIn(text: string): { addresses: string[]; repeated: string[] } {
  const all = (text.match(ADDRESS) ?? []).map((address) => address.toLowerCase())
  const repeated = all.filter((address, index) => all.indexOf(address) < index)
  return { addresses: [...new Set(all)], repeated: [...new Set(repeated)] }
}

/** The parts of a list that are no address, nor the name of one: names stand beside one address, or before `<`. */
export const unreadableIn = (text: string): string[] =>
  text
    .split(/[\n,;]+/)
    .map((part) => part.trim())
    .flatMap((part) => {
      const count = part.match(ADDRESS)?.length ?? 0
      if (part === '' || count === 1) return []
      if (count === 0) return [part]
      // Separated by spaces.
      return part.includes('<') ? [] : part.split(/\s+/).filter((word) => word.match(ADDRESS) === null)
    })
