// Rules for the scripts; names that nothing declares are found by the type checker.

export default [
  {
    rules: {
      "array-callback-return": "error",
      "default-param-last": "error",
      eqeqeq: "error",
      "no-constant-binary-expression": "error",
      "no-duplicate-imports": "error",
      "no-else-return": "error",
      "no-eval": "error",
      "no-fallthrough": "error",
      "no-implicit-globals": "error",
      "no-loop-func": "error",
      "no-param-reassign": "error",
      "no-redeclare": "error",
      "no-self-assign": "error",
      "no-self-compare": "error",
      "no-shadow": "error",
      "no-throw-literal": "error",
      "no-unreachable": "error",
      "no-unused-vars": ["error", { args: "none" }],
      "no-use-before-define": ["error", { functions: false, classes: false, variables: false }],
      "no-useless-return": "error",
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": "error",
      "prefer-template": "error",
      "require-atomic-updates": "error",
    },
  },
];
