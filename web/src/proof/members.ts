/** The members of what was read: no more and no fewer than the grammar in .github/proofs.md has. */
import { ProofFailure } from './failure';

/** An object, or a refusal. */
export function fieldsOf(value: unknown, where: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ProofFailure('unreadable', where);
  }
  return value as Record<string, unknown>;
}

/**
 * An object with exactly these members. A member that a checker passes over could say one thing to
 * a reader and another to a different checker.
 */
export function membersOf(
  value: unknown,
  names: readonly string[],
  where: string,
): Record<string, unknown> {
  const fields = fieldsOf(value, where);
  const found = Object.keys(fields);
  if (found.length !== names.length || names.some((name) => !Object.hasOwn(fields, name))) {
    throw new ProofFailure('unreadable', where);
  }
  return fields;
}

export function textOf(value: unknown, where: string): string {
  if (typeof value !== 'string') throw new ProofFailure('unreadable', where);
  return value;
}

export function listOf(value: unknown, where: string): unknown[] {
  if (!Array.isArray(value)) throw new ProofFailure('unreadable', where);
  return value;
}
