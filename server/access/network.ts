import { isIPv4 } from 'node:net'

/** Groups of an IPv6 address that identify the network: a client usually controls a whole /64. */
const NETWORK_GROUPS = 4

/** The network that identifies a client: the IPv4 address itself, or the /64 of an IPv6 address. */
export function networkOf(address: string): string {
  const mapped = address.slice(address.lastIndexOf(':') + 1)
  if (isIPv4(mapped)) return mapped
  const [head = '', tail] = (address.split('%', 1)[0] as string).toLowerCase().split('::', 2)
  const before = groupsOf(head)
  const after = groupsOf(tail ?? '')
  const zeros = tail === undefined ? [] : Array<string>(8 - before.length - after.length).fill('0')
  const groups = [...before, ...zeros, ...after].slice(0, NETWORK_GROUPS)
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}

const groupsOf = (text: string) => (text === '' ? [] : text.split(':'))
