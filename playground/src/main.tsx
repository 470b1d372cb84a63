import { render } from 'preact';
import { App } from './app.js';
import { NewVersion } from './leave/offline/new-version.js';
import './styles/index.css';

// A task of its own, after the scripts are run: each is short.
setTimeout(() =>
  render(
    <>
      <App />
      <NewVersion />
    </>,
    document.getElementById('app') as HTMLElement,
  ),
);
