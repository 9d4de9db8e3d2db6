/**
 * A function has one page: 60 lines. Longer functions are in a list that may only shrink, so a new
 * long function, or a growing one, has to be split into parts with names.
 */
import { type ESTree, parseSync, Visitor } from 'vite';
import { describe, expect, it } from 'vitest';
import { isTest, readFiles } from './vitest.sources';

const LINES_MAX = 60;

/** By file and name. */
const LONG: Record<string, number> = {
  'api/command/moneyCommand.ts useMoneyCommand': 82,
  'api/transport/line.ts createLine': 129,
  'app/shell/PublicShell.tsx PublicShell': 61,
  'chat/Composer.tsx Composer': 103,
  'chat/MessageList.tsx MessageList': 80,
  'chat/useScroll.ts useScroll': 66,
  'features/bonus/ActiveGrantCard.tsx ActiveGrantCard': 65,
  'features/bonus/EndGrant.tsx EndGrant': 65,
  'features/bonus/PromotionSearch.tsx PromotionSearch': 72,
  'features/chat/ChatBubble.tsx ChatBubble': 72,
  'features/chat/ChatPanel.tsx ChatPanel': 110,
  'features/chat/ChatWidget.tsx Chat': 87,
  'features/deposit/DepositDialog.tsx Deposit': 72,
  'features/deposit/qr/useQrDeposit.ts useQrDeposit': 114,
  'features/deposit/slip/useSlipUpload.ts useSlipUpload': 76,
  'features/devices/DevicesPage.tsx DevicesPage': 71,
  'features/forgot/SetStep.tsx SetStep': 70,
  'features/forgot/StaffCodeStep.tsx StaffCodeStep': 65,
  'features/game/PlayPanel.tsx PlayPanel': 96,
  'features/home/games/Games.tsx GameList': 71,
  'features/limits/BreakModal.tsx BreakModal': 75,
  'features/profile/ChangePasswordDialog.tsx ChangePasswordDialog': 64,
  'features/register/BankStep.tsx BankStep': 79,
  'features/register/PhoneStep.tsx PhoneStep': 71,
  'features/register/ProfileStep.tsx ProfileStep': 100,
  'features/session/LoginForm.tsx LoginForm': 64,
  'features/statement/StatementFilters.tsx StatementFilters': 64,
  'features/statement/StatementPage.tsx StatementList': 69,
  'features/statement/month/BalanceCurve.tsx BalanceCurve': 65,
  'features/transfer/TransferDialog.tsx Transfer': 80,
  'features/transfer/TransferFields.tsx TransferFields': 65,
  'features/wheel/SeedCard.tsx SeedForm': 64,
  'features/wheel/WheelCanvas.tsx WheelCanvas': 65,
  'features/withdraw/WithdrawDialog.tsx Withdraw': 103,
  'features/withdraw/WithdrawFields.tsx WithdrawFields': 62,
  'features/withdraw/WithdrawOutcome.tsx WithdrawOutcome': 63,
  'support/app/shell/DeskArt.tsx DeskArt': 66,
  'support/app/shell/LoginScreen.tsx LoginForm': 63,
  'support/app/shell/Navigation.tsx Rest': 65,
  'support/inbox/ConversationActions.tsx ConversationActions': 81,
  'support/inbox/ConversationPane.tsx ConversationPane': 78,
  'support/inbox/ConversationPane.tsx Heading': 64,
  'support/inbox/RepliesPage.tsx RepliesPage': 67,
  'support/inbox/RepliesPage.tsx ReplyDialog': 63,
  'support/inbox/ReplyPicker.tsx ReplyPicker': 79,
  'support/inbox/StaffComposer.tsx StaffComposer': 88,
  'support/operations/Projections.tsx Projections': 94,
  'support/operations/Verification.tsx Verification': 88,
  'support/players/AskLook.tsx AskLook': 63,
  'support/players/PlayerSummary.tsx LastLines': 70,
  'support/replay/Controls.tsx Controls': 72,
  'support/replay/FindCrossing.tsx FindCrossing': 78,
  'support/replay/words.ts useReplayWords': 97,
  'support/staff/AccountDialog.tsx AccountDialog': 82,
  'support/staff/OwnPage.tsx Password': 61,
  'support/staff/StaffPage.tsx StaffPage': 77,
  'support/ui/ActionMenu.tsx ActionMenu': 93,
  'support/work/TransferReview.tsx Review': 72,
  'ui/display/BannerSlides.tsx BannerSlides': 89,
  'ui/display/Carousel.tsx Carousel': 71,
  'ui/field/AmountField.tsx AmountField': 72,
};

interface Part {
  name: string;
  start: number;
  end: number;
}

/** The functions of a text that are in no other one, with their lines. */
function lengthsIn(text: string, file = '_.tsx'): [name: string, lines: number][] {
  const { program, errors } = parseSync(file, text);
  // A text with a fault has an empty tree, so it would have no function.
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  const names = new Map<ESTree.Node, string>();
  const parts: Part[] = [];
  const nameOf = (node: ESTree.Node) => text.slice(node.start, node.end);
  const take = (node: ESTree.Function | ESTree.ArrowFunctionExpression) => {
    const name = 'id' in node && node.id ? node.id.name : (names.get(node) ?? 'default');
    parts.push({ name, start: node.start, end: node.end });
  };
  const takeVariable = ({ id, init }: ESTree.VariableDeclarator) => {
    if (init) names.set(init, nameOf(id));
  };
  const takeMember = ({ key, value }: ESTree.MethodDefinition | ESTree.PropertyDefinition) => {
    if (value) names.set(value, nameOf(key));
  };
  new Visitor({
    VariableDeclarator: takeVariable,
    MethodDefinition: takeMember,
    PropertyDefinition: takeMember,
    FunctionDeclaration: take,
    FunctionExpression: take,
    ArrowFunctionExpression: take,
  }).visit(program);
  const isInner = (part: Part) =>
    parts.some((other) => other !== part && other.start <= part.start && part.end <= other.end);
  return parts
    .filter((part) => !isInner(part))
    .map(({ name, start, end }) => [name, text.slice(start, end).split('\n').length]);
}

/** The functions that are too long, by file and name. */
function longOnes(files: Map<string, string>): Record<string, number> {
  const isProduct = (file: string) => !isTest(file) && !/\bgenerated/.test(file);
  const all = [...files].flatMap(([file, text]) =>
    isProduct(file)
      ? lengthsIn(text, file).map(([name, lines]) => [`${file} ${name}`, lines] as const)
      : [],
  );
  return Object.fromEntries(all.filter(([, lines]) => lines > LINES_MAX));
}

function faultsOf(found: Record<string, number>, list: Record<string, number>): string[] {
  const grown = Object.entries(found).flatMap(([name, lines]) => {
    const known = list[name];
    if (known === undefined) return [`${name} has ${lines} lines: give a part of it a name`];
    return lines > known ? [`${name} has grown from ${known} to ${lines} lines`] : [];
  });
  const gone = Object.keys(list).filter((name) => found[name] === undefined);
  return [...grown, ...gone.map((name) => `${name} is short or gone: take it out of the list`)];
}

it('a function has at most 60 lines, or is in the list that only shrinks', () => {
  expect(faultsOf(longOnes(readFiles()), LONG)).toEqual([]);
});

describe('the list', () => {
  it.each([
    [{ 'a.ts f': 61 }, {}, 'a.ts f has 61 lines: give a part of it a name'],
    [{ 'a.ts f': 71 }, { 'a.ts f': 70 }, 'a.ts f has grown from 70 to 71 lines'],
    [{}, { 'a.ts f': 70 }, 'a.ts f is short or gone: take it out of the list'],
  ])('of %j against %j: %s', (found, list, fault) => {
    expect(faultsOf(found, list)).toEqual([fault]);
  });

  it('lets a function shrink', () => {
    expect(faultsOf({ 'a.ts f': 61 }, { 'a.ts f': 70 })).toEqual([]);
  });

  it('counts each form of function from its first line to its last, once', () => {
    const text = `
      export function a() {
        return () => {
        };
      }
      const b = (x) =>
        x;
      export default function () {
      }
      class D { e() {
        }
        f = () => {
        };
      }
    `;
    const lengths = [
      ['a', 4],
      ['b', 2],
      ['default', 2],
      ['e', 2],
      ['f', 2],
    ];
    expect(lengthsIn(text)).toEqual(lengths);
    expect(() => lengthsIn('const a: = 3;', 'ui/a.ts')).toThrow('ui/a.ts');
  });

  it('leaves out tests and generated files', () => {
    const text = `function f() {${'\n'.repeat(60)}}`;
    const files = [
      'ui/a.ts',
      'ui/a.test.ts',
      'stage.tsx',
      'api/generated/a.ts',
      'support/api/generatedSupport.ts',
    ];
    expect(longOnes(new Map(files.map((file) => [file, text])))).toEqual({ 'ui/a.ts f': 61 });
  });
});
