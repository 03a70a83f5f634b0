import js from "@eslint/js";
import globals from "globals";

/** The limits are those of the Python code, where it has any. */

export default [
  { ignores: ["**/vendor/**", "src/cashbox/web/bundle*/**", ".venv/**", "build/**"] },
  js.configs.recommended,
  {
    languageOptions: { ecmaVersion: 2024, sourceType: "module", globals: globals.browser },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "array-callback-return": "error",
      complexity: ["error", 25],
      "consistent-return": "error",
      curly: ["error", "multi-line"],
      "default-case-last": "error",
      eqeqeq: "error",
      "max-depth": ["error", 4],
      "max-len": ["error", { code: 120, ignoreUrls: true }],
      "max-lines": ["error", 800],
      "max-lines-per-function": ["error", 80],
      "max-params": ["error", 6],
      "no-alert": "error",
      "no-console": ["error", { allow: ["warn", "error"] }],
      "no-else-return": "error",
      "no-eval": "error",
      "no-implicit-globals": "error",
      "no-param-reassign": "error",
      "no-self-compare": "error",
      "no-sequences": "error",
      "no-shadow": "error",
      "no-unneeded-ternary": "error",
      "no-unused-expressions": "error",
      "no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
      "no-use-before-define": ["error", { functions: false, classes: false, variables: false }],
      "no-useless-return": "error",
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-arrow-callback": "error",
      "prefer-const": "error",
      "prefer-template": "error",
    },
  },
  {
    files: ["src/**/*.js"],
    ignores: ["**/server-time.js"],
    rules: {
      "no-restricted-syntax": [
        "error",
        ...[
          "CallExpression[callee.object.name='Date'][callee.property.name='now']",
          "NewExpression[callee.name='Date'][arguments.length=0]",
        ].map((selector) => ({
          selector,
          message: "A device's clock may be hours off: use server-time.js, or performance.now() for a span.",
        })),
      ],
    },
  },
  { files: ["bench/**/*.cjs"], languageOptions: { sourceType: "commonjs", globals: globals.node } },
];
