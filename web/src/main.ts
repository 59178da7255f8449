import { mount } from 'svelte';
import App from './App.svelte';
import './styles/page.css';
import 'virtual:seats.css';

/** After an update of the server an open page may ask for parts that are gone: then it starts anew. */
const RESTARTED = 'cattery.restarted';
addEventListener('vite:preloadError', (event) => {
  if (!navigator.onLine) return; // there is nothing to start from
  const last = Number(sessionStorage.getItem(RESTARTED) ?? 0);
  if (Date.now() - last < 10_000) return; // starting anew didn't help
  event.preventDefault();
  sessionStorage.setItem(RESTARTED, String(Date.now()));
  location.reload();
});

mount(App, { target: document.getElementById('page')! });
