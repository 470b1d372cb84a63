import { render } from 'preact';
import { App } from './app.js';
import { NewVersion } from './leave/offline/new-version.js';
import './styles/index.css';

render(
  <>
    <App />
    <NewVersion />
  </>,
  document.getElementById('app') as HTMLElement,
);
