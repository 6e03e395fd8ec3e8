/**
 * Native plugins of OPAE. {@code PluginLibrary} loads one and has it fill a table ({@code
 * PluginTable}); {@code LayoutDetection} finds out which release's table that is; {@code
 * OpaeInstance} lists and opens resources, whose tokens are in {@code TokenTable}. What a resource
 * can do that is open is in the package {@code device}.
 */
package dev.backplane.opae.driver;
