/**
 * Annotations by which the interfaces of the API say more than their types do. The forms that stand
 * between an application and a driver are generated from both when Backplane is built; nothing here
 * is looked at when it runs.
 */
package dev.backplane.api.contract;
