import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { test } from './story';

test.use({ serviceWorkers: 'allow' });

test.beforeEach(({}, info) => {
  test.skip(info.project.name !== 'th-phone', 'what a device keeps is the same in all languages');
});

/** Waits until the worker is in charge of the page and has kept what it was told to keep. */
