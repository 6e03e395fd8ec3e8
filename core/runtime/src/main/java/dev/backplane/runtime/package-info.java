/**
 * The entry point of applications: {@link dev.backplane.runtime.Backplane} opens the plugins of a
 * site and finds devices; {@link dev.backplane.runtime.PluginReport} says how each plugin does,
 * {@link dev.backplane.runtime.ConfigurationSource} where the configuration came from. All types
 * here are safe for use by several threads, but for the builder.
 */
package dev.backplane.runtime;
