// Lint rules for TypeScript (with type information) and for the scripts in plain JavaScript.

import js from "@eslint/js";
import globals from "globals";
import tseslint from "typescript-eslint";
import boundedArguments from "./scripts/lint/bounded-arguments.mjs";
import namesFromOutside from "./scripts/lint/names-from-outside.mjs";

export default tseslint.config(
  {
    ignores: [
      "build/",
      "**/dist/",
      "**/node_modules/",
      "wasm-bindings/embed/",
      "wasm-bindings/types/",
      "**/test-results/",
    ],
  },
  js.configs.recommended,
  {
    files: ["**/*.ts"],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
      // Vitest and Playwright take async callbacks wherever they take a callback.
      "@typescript-eslint/require-await": "off",
      "@typescript-eslint/switch-exhaustiveness-check": [
        "error",
        { considerDefaultExhaustiveForUnions: true },
      ],
    },
  },
  {
    files: ["web/src/**/*.ts"],
    rules: {
      "no-restricted-syntax": [
        "error",
        {
          selector:
            "TaggedTemplateExpression[tag.name=/^(html|svg)$/] TemplateElement[value.raw=/\\sstyle=/]",
          message: "The page's policy forbids style attributes. Use `styled` of ui/styled.ts.",
        },
      ],
    },
  },
  {
    files: ["web/src/**/*.ts", "wasm-bindings/js/**/*.ts"],
    ignores: ["**/*.test.ts"],
    plugins: {
      passcope: {
        rules: {
          "bounded-arguments": boundedArguments,
          "names-from-outside": namesFromOutside,
        },
      },
    },
    rules: { "passcope/bounded-arguments": "error", "passcope/names-from-outside": "error" },
  },
  {
    // These pages show their own, short contents. The graph bounds its lists by its own limits.
    files: ["web/src/{docs,learn,features/graph}/**/*.ts"],
    rules: { "passcope/bounded-arguments": "off" },
  },
  {
    files: ["**/*.mjs", "**/*.js"],
    languageOptions: { globals: { ...globals.node } },
  },
  {
    files: ["web/**/*.mjs", "web/**/*.js"],
    languageOptions: { globals: { ...globals.browser } },
  },
  {
    // The value that a cell assigns last is what it shows; files are given to cells.
    files: ["web/learn/cells/*.js"],
    languageOptions: { globals: { files: "readonly" } },
    rules: { "no-useless-assignment": "off" },
  },
);
