/**
 * The plugin manager: instances and their life cycle, calls into plugins under deadlines, searches
 * over all plugins, and who holds which device.
 *
 * <p>No lock is held while plugin code runs. Every call at load, enumerate, open, close and
 * finalise time runs on a thread of {@code PluginThreads} and is waited for with a deadline.
 */
package dev.backplane.runtime.manager;
