import type { Texts } from '../../i18n/texts.ts'
import type { messages as english } from './messages.ts'

export const messages: Texts<typeof english> = {
  fields: {
    name: 'Nom',
    first_name: 'Prénom',
    middle_name: 'Deuxième prénom',
    last_name: 'Nom de famille',
    display_name: 'Nom affiché',
    title: 'Titre',
    designation: 'Fonction',
    email: 'E-mail',
    username: 'Nom d’utilisateur',
    alternate_email: 'E-mail secondaire',
    country_calling_code: 'Indicatif du pays',
    phone: 'Téléphone',
    website: 'Site web',
    gender: 'Genre',
    birth: 'Date de naissance',
    country: 'Pays',
    country_code: 'Code du pays',
    timezone: 'Fuseau horaire',
    language: 'Langue des courriels',
    theme: 'Thème',
    bio: 'À propos',
    password: 'Mot de passe',
    current_password: 'Mot de passe actuel',
  },
  unreadable: 'Pas une adresse : %{parts}.',
}
