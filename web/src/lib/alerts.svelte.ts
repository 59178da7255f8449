import { t } from './i18n.svelte';
import { settings } from './settings.svelte';
import { sound } from './sound';

/** Calls a person back to the table: by the title, by a sound, by a notification. */
class Alerts {
  /** It is this person's turn at the table on the screen. */
  calling = $state(false);

  turn(mine: boolean): void {
    if (mine && !this.calling) this.call();
    this.calling = mine;
  }

  private call(): void {
    sound.play('turn');
    if (!document.hidden || !settings.notify || !('Notification' in window)) return;
    if (Notification.permission !== 'granted') return;
    const note = new Notification(t('alert.turn'), { tag: 'cattery-turn', icon: './icon.svg' });
    note.onclick = () => {
      window.focus();
      note.close();
    };
  }

  /** Ask the browser for leave to notify; false where it says no. */
  async allow(): Promise<boolean> {
    if (!('Notification' in window)) return false;
    return (await Notification.requestPermission()) === 'granted';
  }
}

export const alerts = new Alerts();
