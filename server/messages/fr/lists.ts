/** Selecting, filtering, sorting and including records. */
export const lists: Readonly<Record<string, string>> = {
  "A {0} can't be {1} by that.{2} Allowed: {3}.":
    'Cet attribut ne permet pas de {1} {0:un|une} {0}.{2} Admis : {3}.',
  'The audit trail has changes of {0}, which is in the future: the clock of the service was ahead, or is behind now. Correct the clock, or choose an earlier time in {1}.':
    'Le journal d’audit a des changements du {0}, qui est dans l’avenir : l’horloge du service avançait, ou retarde à présent. Corrigez l’horloge, ou choisissez un moment antérieur dans {1}.',
  'as_of must not be in the future.': 'as_of ne doit pas être dans l’avenir.',
  'The history begins at {0}: as_of must not be earlier.':
    'L’historique commence à {0} : as_of ne doit pas être antérieur.',
  'The history begins at {0}: from must not be earlier.':
    'L’historique commence à {0} : from ne doit pas être antérieur.',
  'to must not be in the future.': 'to ne doit pas être dans l’avenir.',
  'from must not be after to.': 'from ne doit pas suivre to.',
  'Name exactly one user, role or permission.':
    'Nommez exactement un utilisateur, un rôle ou une permission.',
  'after must be the value of next in a former answer.':
    'after doit être la valeur de next d’une réponse précédente.',
  'More than {0} records and links are concerned. Ask about one user, or about a permission that fewer roles grant.':
    'Plus de {0} enregistrements et liens sont concernés. Interrogez sur un seul utilisateur, ou sur une permission que moins de rôles donnent.',
  '{0} cannot be combined with as_of.': '{0} ne se combine pas avec as_of.',
  'No {0} that existed at that time matches.': '{0:Aucun|Aucune} {0} qui existait alors ne correspond.',
  selected: 'sélectionner',
  filtered: 'filtrer',
  sorted: 'trier',
  'filter[{0}]: {1}.': 'filter[{0}] : {1}.',
  'filter[{0}] must be text.': 'filter[{0}] doit être du texte.',
  'A list takes at most {0} conditions.': 'Une liste admet au plus {0} conditions.',
  '{0} does not work on a reference; use eq or not':
    '{0} ne s’applique pas à une référence ; employez eq ou not',
  'the value must be {0}': 'la valeur doit être {0}',
  'like does not work on {0}, which is not text': 'like ne s’applique pas à {0}, qui n’est pas du texte',
  'btw takes <low>|<high>': 'btw s’écrit <bas>|<haut>',
  '{0} takes a value': '{0} demande une valeur',
  'sort {0}.': 'sort {0}.',
  'q takes at most {0} words.': 'q admet au plus {0} mots.',
  'sort takes at most {0} attributes.': 'sort admet au plus {0} attributs.',
  'takes attributes separated by commas, each with :desc or not':
    'demande des attributs séparés par des virgules, chacun suivi ou non de :desc',
  'include {0}.': 'include {0}.',
  'nests to depth {0} at most': 's’imbrique sur {0} niveaux au plus',
  '{0} have no such relation.{1} Allowed: {2}.': 'Les {0} n’ont pas cette relation.{1} Admises : {2}.',
  'types takes at most {0} slugs.': 'types admet au plus {0} slugs.',
  'types: no taxonomy type has the slug {0}.{1}': 'types : aucun type de taxonomie n’a le slug {0}.{1}',
  'type is required without a parent.': 'type est obligatoire sans parent.',
  'roles: no role matches {0}.{1}': 'roles : aucun rôle présent n’est {0}.{1}',
  'roles takes at most {0} of them.': 'roles en admet au plus {0}.',
  'This list has no parameter {0}.': 'Cette liste n’a pas de paramètre {0}.',
  'This took too long to read. Narrow it by other filters, a longer search text or a shorter time range, or select by a unique field.':
    'Cette lecture a pris trop de temps. Restreignez-la par d’autres filtres, un texte de recherche plus long ou une période plus courte, ou sélectionnez par un champ unique.',
  'The parameters of a list have at most {0} bytes together, as an address has them; shorten {1}.':
    'Les paramètres d’une liste font ensemble au plus {0} octets, tels qu’une adresse les contient ; raccourcissez {1}.',
  '{0} would put more than {1} records into the response. {2}':
    '{0} : cette réponse contiendrait plus de {1} enregistrements. {2}',
  '{0} would make the response longer than {1} MB. {2}': '{0} : cette réponse dépasserait {1} Mo. {2}',
  'These records': 'Ces enregistrements',
  'The items': 'Les éléments',
  'Including {0}': 'Inclusion de {0}',
  'with_children of these {0}': 'with_children de ces {0}',
  'The reasons for these permissions': 'Les raisons de ces permissions',
  'The reasons for these users': 'Les raisons de ces utilisateurs',
  'What these invitations plan': 'Ce que prévoient ces invitations',
  'The roles that grant this permission to this user':
    'Les rôles qui accordent cette permission à cet utilisateur',
  'The terms on the paths to these': 'Les termes qui mènent à ceux-ci',
  'This matrix': 'Cette matrice',
  'Your roles': 'Vos rôles',
  'Your permissions': 'Vos permissions',
  'Nothing was written: send fewer items at once.':
    'Rien n’a été écrit : envoyez moins d’éléments à la fois.',
  '{0} exports of your account are under way. Try again when one has ended.':
    '{0} exports de votre compte sont en cours. Réessayez quand l’un d’eux est fini.',
  '{0} exports are under way. Try again when one has ended.':
    '{0} exports sont en cours. Réessayez quand l’un d’eux est fini.',
  'Only the first {0} entries have pages. Send before, with the id of the last one that you have.':
    'Seules les {0} premières entrées ont des pages. Envoyez before, avec l’id de la dernière que vous avez.',
  'Ask for fewer records a page (per_page).': 'Demandez moins d’enregistrements par page (per_page).',
  'Ask for fewer records a page (per_page), or include less.':
    'Demandez moins d’enregistrements par page (per_page), ou incluez moins.',
  'Ask for fewer records a page (per_page) or include less.':
    'Demandez moins d’enregistrements par page (per_page) ou incluez moins.',
  'Ask for fewer records a page (per_page), or read the {0} of each {1} page by page: GET /api/{2}/{id}/relationships/{3}.':
    'Demandez moins d’enregistrements par page (per_page), ou lisez {0} de chaque {1} page par page : GET /api/{2}/{id}/relationships/{3}.',
  'Ask for fewer roots a page (per_page), or read one level after the other: GET /api/{0}/{id}/relationships/children.':
    'Demandez moins de racines par page (per_page), ou lisez un niveau après l’autre : GET /api/{0}/{id}/relationships/children.',
  'Ask for fewer terms a page (per_page), or search below a term (parent).':
    'Demandez moins de termes par page (per_page), ou cherchez sous un terme (parent).',
  'Ask for fewer users a page (per_page).': 'Demandez moins d’utilisateurs par page (per_page).',
  'Ask for fewer invitations a page (per_page).': 'Demandez moins d’invitations par page (per_page).',
  'Ask for fewer permissions a page (per_page), or for one: GET /api/users/{column}/{value}/permissions/{slug}?explain=true.':
    'Demandez moins de permissions par page (per_page), ou une seule : GET /api/users/{column}/{value}/permissions/{slug}?explain=true.',
  "Ask without explain, or read the user's roles page by page.":
    'Demandez sans explain, ou lisez les rôles de l’utilisateur page par page.',
  'Read them page by page: GET /api/users/{id}/relationships/roles.':
    'Lisez-les page par page : GET /api/users/{id}/relationships/roles.',
  'Read them page by page: GET /api/users/{id}/relationships/permissions.':
    'Lisez-les page par page : GET /api/users/{id}/relationships/permissions.',
  'Name fewer roles, or a module.': 'Nommez moins de rôles, ou un module.',
  'Ids are those of a type: name it.': 'Les identifiants sont ceux d’un type : nommez-le.',
}
