/** Help texts, manual pages and completion in shells, all made of the declarations of commands. */
package dev.backplane.cli.help;
