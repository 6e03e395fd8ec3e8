package dev.backplane.runtime.manager;

import dev.backplane.api.spi.Adapter;

/**
 * The adapter that is bound to an instance which is ready: the mapping of plugin and adapter table
 * of OPAE's plugin architecture.
 *
 * @param adapter what the instance can do, traced if calls are traced
 * @param own the same as the plugin filled it
 * @param interfaceVersion what it said of the interface that it speaks
 * @param classLoader what the plugin's code expects as the thread's context class loader
 * @param users who is inside
 */
record Binding(
    Adapter adapter,
    Adapter own,
    String interfaceVersion,
    ClassLoader classLoader,
    BindingUsers users) {
  Binding(Adapter adapter, Adapter own, String interfaceVersion, ClassLoader classLoader) {
    this(adapter, own, interfaceVersion, classLoader, new BindingUsers());
  }
}
