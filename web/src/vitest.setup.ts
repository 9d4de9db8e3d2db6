export {};

// Most tests of rules want no page: making one takes longer than they do.
if (typeof document !== 'undefined') await import('./vitest.page.ts');
