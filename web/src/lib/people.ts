/** What there is to say of somebody at the table, in a sentence or two. */
import { t } from './i18n.svelte';
import type { Person } from './stage.svelte';

/** Who somebody is: a bot with its level and habits, somebody who isn't there. Nothing of a person who just plays. */
export function aboutPerson(person: Person | undefined): string {
  if (person === undefined) return '';
  const { name, bot, about, state } = person;
  if (bot !== undefined) return [t('seat.who', { name, who: bot }), about ?? ''].join('. ').trim();
  return state === undefined || state === 'here' ? '' : t('seat.who', { name, who: t(`seat.${state}`) });
}
