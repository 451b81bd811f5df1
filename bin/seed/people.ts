/** People of many cultures: first name, last name, role in the company, country. */
export const PEOPLE: [first: string, last: string, designation: string, country: string][] = [
  ['Amara', 'Okafor', 'Head of Operations', 'NG'],
  ['Björn', 'Lindqvist', 'Billing Lead', 'SE'],
  ['Chiamaka', 'Eze', 'Support Agent', 'NG'],
  ['Daniel', 'Weber', 'Developer', 'DE'],
  ['Elif', 'Yıldız', 'Content Editor', 'TR'],
  ['Fatima', 'Al-Sayed', 'Accountant', 'EG'],
  ['Giulia', 'Romano', 'Translator', 'IT'],
  ['Haruki', 'Tanaka', 'Support Agent', 'JP'],
  ['Ingrid', 'Bjørnstad', 'Auditor', 'NO'],
  ['João', 'Carvalho', 'Warehouse Manager', 'BR'],
  ['Katarzyna', 'Wiśniewska', 'Content Editor', 'PL'],
  ['Leila', 'Haddad', 'Customer Success', 'LB'],
  ['Mei', 'Zhang', 'Data Analyst', 'CN'],
  ['Nguyễn', 'Thị Lan', 'Support Agent', 'VN'],
  ['Óscar', 'Fernández', 'Sales', 'ES'],
  ['Priya', 'Raghavan', 'Product Manager', 'IN'],
  ['Quentin', 'Lefèvre', 'Developer', 'FR'],
  ['Rania', 'Mansour', 'Human Resources', 'JO'],
  ['Søren', 'Kjær', 'Sales', 'DK'],
  ['Tomáš', 'Dvořák', 'Shipping', 'CZ'],
  ['Uma', 'Krishnan', 'Accountant', 'IN'],
  ['Valentina', 'Rojas', 'Customer Success', 'CO'],
  ['William', 'Osei', 'Security', 'GH'],
  ['Ximena', 'Quispe', 'Translator', 'PE'],
  ['Yusuf', 'Demir', 'Developer', 'TR'],
  ['Zofia', 'Kowalczyk', 'Auditor', 'PL'],
  ['Aino', 'Virtanen', 'Designer', 'FI'],
  ['Kwame', 'Mensah', 'Shipping', 'GH'],
  ['Siobhán', 'Ó Briain', 'Legal', 'IE'],
  ['Ayşe', 'Kaya', 'Support Agent', 'TR'],
  ['Matteo', 'Ricci', 'Sales', 'IT'],
  ['Hana', 'Novák', 'Content Editor', 'CZ'],
  ['Tariq', 'Rahman', 'Developer', 'BD'],
  ['Camille', 'Dubois', 'Marketing', 'FR'],
  ['Lucía', 'Morales', 'Marketing', 'MX'],
  ['Jomo', 'Kamau', 'Support Agent', 'KE'],
]

/** Who has signed up and waits: their state may be any that a registration has. */
export const WAITING: [first: string, last: string, status: string][] = [
  ['Mateo', 'Silva', 'email-verified'],
  ['Anneli', 'Kask', 'email-verified'],
  ['Ravi', 'Menon', 'email-verified'],
  ['Chloé', 'Bernard', 'email-verification-pending'],
  ['Emeka', 'Nwosu', 'email-verified'],
  ['Yuki', 'Sato', 'email-verification-pending'],
  ['Dorota', 'Zielińska', 'email-verified'],
]

/** Roles, and the permissions each has, by what their slugs contain. */
export const ROLES: [name: string, details: string, permissions: RegExp][] = [
  ['Billing', 'Invoices and payments', /invoices|payments/],
  ['Auditor', 'Reads everything, changes nothing', /^can-(see|read)-/],
  ['Support agent', 'Tickets and what they are about', /tickets|customer-history|see-orders|read-users/],
  ['Warehouse', 'Orders and shipments', /orders|shipments/],
  ['Newsroom', 'Articles, comments and media', /articles|comments|media/],
]

/** Terms under terms: countries with their cities, and topics. */
export const COUNTRIES: Record<string, string[]> = {
  Brazil: ['São Paulo', 'Recife', 'Curitiba'],
  Finland: ['Helsinki', 'Tampere', 'Oulu'],
  Ghana: ['Accra', 'Kumasi'],
  India: ['Bengaluru', 'Chennai', 'Mumbai', 'Pune'],
  Japan: ['Osaka', 'Sapporo', 'Tokyo'],
  Poland: ['Gdańsk', 'Kraków', 'Łódź'],
  Turkey: ['Ankara', 'İstanbul', 'İzmir'],
}

export const TOPICS: Record<string, string[]> = {
  Commerce: ['Invoices', 'Refunds', 'Taxes'],
  Engineering: ['Accessibility', 'Performance', 'Security'],
  People: ['Hiring', 'Onboarding', 'Training'],
}
