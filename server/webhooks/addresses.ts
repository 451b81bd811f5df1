import { BlockList, isIP } from 'node:net'

/** IANA's registry of special-purpose addresses (RFC 6890), and multicast. */
const SPECIAL_IPV4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15'],
  ...['198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
]

/** Global unicast (RFC 4291). All others are special, also those that contain an IPv4 address (`::ffff:0:0/96`, `64:ff9b::/96`). */
const GLOBAL_IPV6 = ['2000::/3']

/** Parts of it that are special: protocol assignments with Teredo, documentation, and 6to4. */
const SPECIAL_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    const type = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, type)
    else list.addSubnet(address, Number(bits), type)
  }
  return list
}

const special = listOf([...SPECIAL_IPV4, ...SPECIAL_IPV6])
const global = listOf(GLOBAL_IPV6)

/** Whether webhooks may connect to an address. */
export type IsAllowed = (address: string | undefined) => boolean

/** @param networks that are allowed although they are not public: WEBHOOK_NETWORKS */
export function addressCheck(networks: readonly string[]): IsAllowed {
  const allowed = listOf(networks)
  return (address = '') => {
    // The zone of a link-local address names an interface.
    const [plain = ''] = address.split('%')
    const family = isIP(plain)
    if (family === 0) return false
    const type = family === 6 ? 'ipv6' : 'ipv4'
    if (allowed.check(plain, type)) return true
    return !special.check(plain, type) && (family === 4 || global.check(plain, type))
  }
}
