import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext } from 'playwright-core';
import { chromium } from 'playwright-core';

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The browser to test in: KOHORT_CHROMIUM, or where systems put Chromium; null where there is none. */
export const chromiumPath: string | null =
  [process.env.KOHORT_CHROMIUM, ...places].find((path) => path !== undefined && existsSync(path)) ?? null;

const quietFlags = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--disable-dev-shm-usage',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts it without a window and without connections of its own; `flags` come on top. */
export const launchChromium = (executablePath: string, flags: readonly string[] = []): Promise<Browser> =>
  chromium.launch({ executablePath, args: [...quietFlags, ...flags] });

/** Launches with a profile that stays in a folder when it ends, as that of a visitor does; its temporary files go there too. */
export const launchWithProfile = (executablePath: string, folder: string): Promise<BrowserContext> =>
  chromium.launchPersistentContext(join(folder, 'profile'), {
    executablePath,
    args: quietFlags,
    env: { ...process.env, TMPDIR: folder },
  });
