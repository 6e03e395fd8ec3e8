/**
 * Queues, signals and calls for devices that have none of their own: the host keeps the order.
 *
 * <p>A driver gives a {@link dev.backplane.driverkit.queue.QueuedDevice}, which takes the values of
 * a call and moves bytes between memory of the host and the device's copy of a buffer; {@link
 * dev.backplane.driverkit.queue.SoftwareQueues} is the facet made of it. Its calls extend {@link
 * dev.backplane.driverkit.queue.TaskCall}.
 */
package dev.backplane.driverkit.queue;
