const words = (text: string) => text.trim().split(/\s+/)

export const FIRST_NAMES = words(`
  Ada Aisha Akira Alan Alice Amara Amir Ana Anders Andrea Angela Anton Aria Arjun Astrid Barbara Beatriz Ben Bianca
  Bilal Björn Carla Carlos Carmen Chen Chloe Clara Dalia Daniel David Diego Dina Edgar Edith Elena Elias Elif Emil
  Emma Erik Esther Eva Fatima Felix Fiona Frida Gabriel Georg Grace Greta Hana Hannah Hassan Helen Henrik Hugo Ida
  Igor Ines Ingrid Irene Isaac Ivan Jan Jasmin Javier Joana Johan Jonas Julia Kai Karim Karin Katya Kenji Kira Lars
  Laura Lea Leila Leo Lina Linus Louise Luca Lucia Magnus Malik Manuel Mara Marco Maria Marta Martin Maya Mei Mila
  Mohamed Nadia Naomi Nils Nina Noah Nora Olga Oliver Omar Oscar Paul Pedro Petra Priya Rafael Rahul Rania Rosa Ruth
  Sami Samuel Sara Sebastian Selma Sofia Stefan Sven Tara Tariq Teresa Thomas Tomas Uma Valentina Vera Victor Wanda
  William Xavier Yara Yusuf Zara Zoe Łukasz Élodie Øystein`)

const BEGINNINGS = words(`
  Ander Berg Bern Björk Carl Claus Dahl Daniel Eden Edward Erik Fisch Frank Fried Gold Grün Hall Hans Harris Hend
  Holm Jack Jans Jen John Karl Kell Lind Lund Mart Matt Mor Nel Nich Nor Ols Peder Pet Rich Rob Ros Sand Silver
  Stein Sund Swan Thom Walk Wall Wil Win`)
const ENDINGS = words('berg by dal er feld ford ham ing ling man mann ov rup s sen son stein ström ton wood')

export const LAST_NAMES = BEGINNINGS.flatMap((beginning) => ENDINGS.map((ending) => beginning + ending))

/** Each is the surname of exactly three people: the results of a rare search. */
export const RARE_NAMES = words('a e i o u').flatMap((one) =>
  words('b d f k l m p r v z').map((two) => `Zwyq${one}${two}ux`),
)
export const PEOPLE_OF_A_RARE_NAME = 3

/** Parts of names and addresses that many people have: a common search. */
export const COMMON_TEXTS = ['son', 'mar', 'stein', 'ann', 'lund', 'and']

export const DOMAINS = words('example.com example.org example.net mail.example.com corp.example.com')

export const COUNTRIES = [
  ['US', 'United States', 1, 'America/New_York'],
  ['GB', 'United Kingdom', 44, 'Europe/London'],
  ['DE', 'Germany', 49, 'Europe/Berlin'],
  ['FR', 'France', 33, 'Europe/Paris'],
  ['IN', 'India', 91, 'Asia/Kolkata'],
  ['BR', 'Brazil', 55, 'America/Sao_Paulo'],
  ['JP', 'Japan', 81, 'Asia/Tokyo'],
  ['NG', 'Nigeria', 234, 'Africa/Lagos'],
  ['SE', 'Sweden', 46, 'Europe/Stockholm'],
  ['AT', 'Austria', 43, 'Europe/Vienna'],
] as const

export const REGIONS = words('north south east west central coastal alpine island harbour capital')
export const DEPARTMENTS = words(
  'sales support finance legal research design logistics security people systems',
)
export const POSITIONS = words('reader author editor reviewer planner auditor manager operator trainer owner')

export const MODULES = words(`
  invoices orders products customers contracts payments refunds shipments stock suppliers campaigns pages media
  tickets projects tasks calendars reports exports audits`)
export const SECTIONS = words(
  'drafts archive settings templates labels comments history attachments limits totals',
)
export const VERBS = words('see make change remove approve')

export const TYPES = words('country city language skill topic industry interest product-line event tag')
