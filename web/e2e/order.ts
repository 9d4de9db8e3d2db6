/**
 * SHUFFLE=SEED runs the stories in another order, because no story may depend on the order. Each
 * file becomes a separate project, and the runner takes projects in the listed order.
 */
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import type { Project } from '@playwright/test';

const seed = process.env.SHUFFLE;

const drawOf = (...parts: unknown[]) => createHash('sha256').update(parts.join(' ')).digest('hex');

const isOf = ({ testMatch, testIgnore }: Project, file: string) =>
  (!testMatch || [testMatch].flat().some((it) => new RegExp(it).test(file))) &&
  ![testIgnore ?? []].flat().some((it) => new RegExp(it).test(file));

/** The projects as they are, or file by file in the order that the seed draws. */
export function inOrder(projects: Project[]): Project[] {
  if (!seed) return projects;
  const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.spec.ts'));
  return projects
    .flatMap((project) =>
      files
        .filter((file) => isOf(project, file))
        .map((file) => ({
          draw: drawOf(seed, project.name, file),
          project: { ...project, testMatch: `**/${file}` },
        })),
    )
    .sort((one, other) => one.draw.localeCompare(other.draw))
    .map(({ project }) => project);
}
