/** Which files of a build hold a module, and what they import. */
import type { Rolldown } from 'vite';

type Bundle = Rolldown.OutputBundle;

export function chunkOf(bundle: Bundle, module: string): string {
  const found = Object.values(bundle).find(
    (file) => file.type === 'chunk' && file.moduleIds.some((id) => id.endsWith(`/${module}`)),
  );
  if (!found) throw new Error(`no file of the build holds ${module}`);
  return found.fileName;
}

/** The files and their static imports. */
export function closure(bundle: Bundle, names: Iterable<string>): string[] {
  const seen = new Set<string>();
  const add = (name: string) => {
    if (seen.has(name)) return;
    seen.add(name);
    const file = bundle[name];
    if (file?.type === 'chunk') file.imports.forEach(add);
  };
  for (const name of names) add(name);
  return [...seen];
}
