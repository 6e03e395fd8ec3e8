package dev.backplane.runtime.manager;

import dev.backplane.api.spi.Adapter;

/**
 * What is bound to an instance that is ready: the mapping of plugin and adapter table of OPAE's
 * plugin architecture.
 *
 * @param adapter what the instance can do
 * @param classLoader what the plugin's code expects as the thread's context class loader
 */
record Binding(Adapter adapter, ClassLoader classLoader) {}
